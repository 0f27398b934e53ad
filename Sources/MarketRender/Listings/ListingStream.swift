/// Listings that come in pieces, so that a hundred thousand of them need no more memory than a page.
public import MarketWire

/// Rows of listings as they arrive.
///
/// 1. The pieces are read once, in order, and each is let go before the next is asked for.
/// 2. Reading throws what the market throws; the rows before that have been written by then.
public struct ListingStream: Sendable {
  /// Takes a piece of rows, and returns when it has been written.
  public typealias Taker = ([ListingRow]) async throws -> Void

  /// Hands every piece to the taker, in order; a piece may be of any size.
  public let read: @Sendable (Taker) async throws -> Void
  /// Listings in all pieces; nil where that is not known before.
  public var total: Int?
  /// What the listing was narrowed and ordered by, worded: `mine`, `"mug"`, `price ↓`.
  public var facets: [String]
  public var own: OwnShop?
  public var layout: ListLayout
  /// Whether the picture that stands for each listing is named where it is not drawn.
  public var namesPictures = false
  /// Whether pictures are drawn; nil leaves it to the settings.
  public var drawsPictures: Bool?
  /// Whether a table has a small picture beside each row.
  public var hasThumbnails = false
  /// Whether the order goes by amounts of money, each currency for itself.
  public var ordersAmounts = false
  /// When it was true, where the market could not be reached.
  public var cachedAt: WireDate?
  /// What to say where no row comes.
  public var emptyState: EmptyState

  /// A stream that calls its taker piece by piece.
  public init(
    total: Int? = nil, facets: [String] = [], own: OwnShop? = nil,
    layout: ListLayout = .table,
    emptyState: EmptyState = EmptyState(reason: "There is no listing here."),
    read: @escaping @Sendable (Taker) async throws -> Void
  ) {
    self.read = read
    self.total = total
    self.facets = facets
    self.own = own
    self.layout = layout
    self.emptyState = emptyState
  }

  /// The stream of a sequence's elements, each made into rows as it comes.
  public init<Pieces: AsyncSequence & Sendable>(
    _ pieces: Pieces, total: Int? = nil, facets: [String] = [], own: OwnShop? = nil,
    layout: ListLayout = .table,
    emptyState: EmptyState = EmptyState(reason: "There is no listing here."),
    rows: @escaping @Sendable (Pieces.Element) async throws -> [ListingRow]
  ) {
    self.init(total: total, facets: facets, own: own, layout: layout, emptyState: emptyState) {
      take in
      for try await piece in pieces { try await take(try await rows(piece)) }
    }
  }

  /// A listing of `rows` with what the stream knows of all of them.
  func listing(_ rows: [ListingRow], total: Int?) -> ListingPage {
    var listing = ListingPage(
      rows: rows, total: total, facets: facets, own: own, layout: layout, emptyState: emptyState)
    listing.namesPictures = namesPictures
    listing.drawsPictures = drawsPictures
    listing.hasThumbnails = hasThumbnails
    listing.ordersAmounts = ordersAmounts
    listing.cachedAt = cachedAt
    return listing
  }
}
