public import MarketWire
public import Messages

/// A page of a list, or the whole list, with its heading and footer.
public struct ListingPage: Hashable, Sendable {
  public var rows: [ListingRow]
  /// The number of the page, from 1; nil if all rows are shown at once.
  public var page: Int?
  public var lastPage: Int?
  /// The number of listings on all pages; nil if the market does not say.
  public var total: Int?
  /// The filters and the sort for the heading: `mine`, `"mug"`, `price ↓`.
  public var facets: [Message]
  public var own: OwnShop?
  public var presentation: ListingPresentation
  /// The date of the cached list that is shown because the market cannot be reached.
  public var cachedAt: WireDate?
  public var emptyState: EmptyState
  /// The end of the last visit, if rows that have changed since are marked.
  public var lastVisit: WireDate?
  /// Sentences about listings that are not among the rows.
  public var footnotes: [Message] = []

  public init(
    rows: [ListingRow] = [], page: Int? = nil, lastPage: Int? = nil, total: Int? = nil,
    facets: [Message] = [], own: OwnShop? = nil,
    presentation: ListingPresentation = ListingPresentation(),
    emptyState: EmptyState = EmptyState(reason: "No listings.")
  ) {
    self.rows = rows
    self.page = page
    self.lastPage = lastPage
    self.total = total
    self.facets = facets
    self.own = own
    self.presentation = presentation
    self.emptyState = emptyState
  }

  /// Whether the row is a listing of the seller's own shop.
  public func isOwn(_ row: ListingRow) -> Bool { own?.owns(row.product) ?? false }
}
