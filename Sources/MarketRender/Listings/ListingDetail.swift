public import MarketWire

/// One listing in full.
public struct ListingDetail: Hashable, Sendable {
  public var row: ListingRow
  public var isOwn: Bool
  public var pictures: PicturePreference
  /// The date of the cached listing that is shown because the market cannot be reached.
  public var cachedAt: WireDate?

  public init(
    _ row: ListingRow, isOwn: Bool = false, pictures: PicturePreference = .automatic
  ) {
    self.row = row
    self.isOwn = isOwn
    self.pictures = pictures
  }
}
