public import MarketWire

/// What the seller noted about a listing, and what has changed since the seller's last visit.
public struct ListingMarks: Hashable, Sendable {
  /// A note on a listing.
  public struct Note: Hashable, Sendable {
    public var date: WireDate
    public var text: String
    /// From 1 to 5; nil for a note without a rating.
    public var rating: Int?

    public init(date: WireDate, text: String, rating: Int?) {
      self.date = date
      self.text = text
      self.rating = rating
    }
  }

  public var isStarred = false
  /// The mean of the ratings; nil without ratings.
  public var rating: Double?
  /// The oldest note first.
  public var notes: [Note] = []
  /// What has changed since the last visit.
  public var updates: [ListingUpdate] = []

  public init() {}
}
