/// Listings in rows together with what the heading and the footer say about them.
public import MarketWire

/// The seller's own shop, as far as it is known.
public struct OwnShop: Hashable, Sendable {
  /// Known from the first answer to a create or an edit, or from a detail.
  public var vendorID: Int?
  public var name: String?

  public init(vendorID: Int?, name: String?) {
    self.vendorID = vendorID
    self.name = name
  }

  /// Whether the listing is of this shop: by the vendor's number where both are known, else by the
  /// name, compared exactly.
  public func owns(_ product: Product) -> Bool {
    if let vendorID, let other = product.vendor.id { return vendorID == other }
    guard let name else { return false }
    return product.vendor.name == name
  }
}

/// A listing with what only the seller's notebook knows.
public struct ListingRow: Hashable, Sendable {
  public var product: Product
  /// The seller's own code, without `@`.
  public var code: String?

  public init(_ product: Product, code: String? = nil) {
    self.product = product
    self.code = code
  }
}

/// Rows of listings.
public struct ListingPage: Hashable, Sendable {
  /// Which words lead to the other pages.
  public enum Navigation: Hashable, Sendable {
    /// `next`, `prev`, `page N`: at the prompt, which remembers the listing.
    case prompt
    /// `--page N`: from the outside shell.
    case options
  }

  public var rows: [ListingRow]
  /// The page shown, from 1; nil where all rows are shown at once.
  public var page: Int?
  public var lastPage: Int?
  /// Listings in all pages; nil where the market does not say.
  public var total: Int?
  /// What the listing was narrowed and ordered by, worded: `mine`, `"mug"`, `price ↓`.
  public var facets: [String]
  public var own: OwnShop?
  public var navigation: Navigation
  /// What a person sees unless a format was asked for.
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
  /// What to say where there are no rows.
  public var emptyState: EmptyState

  public init(
    rows: [ListingRow], page: Int? = nil, lastPage: Int? = nil, total: Int? = nil,
    facets: [String] = [], own: OwnShop? = nil, navigation: Navigation = .options,
    layout: ListLayout = .table,
    emptyState: EmptyState = EmptyState(reason: "There is no listing here.")
  ) {
    self.rows = rows
    self.page = page
    self.lastPage = lastPage
    self.total = total
    self.facets = facets
    self.own = own
    self.navigation = navigation
    self.layout = layout
    self.emptyState = emptyState
  }

  /// Whether the row is the seller's own.
  public func isOwn(_ row: ListingRow) -> Bool { own?.owns(row.product) ?? false }
}

/// One listing in full.
public struct ListingDetail: Hashable, Sendable {
  public var row: ListingRow
  public var isOwn: Bool
  /// Whether the pictures are drawn or named.
  public var showsPictures: Bool
  /// Whether they are drawn; nil leaves it to the settings.
  public var drawsPictures: Bool?
  /// When it was true, where the market could not be reached.
  public var cachedAt: WireDate?

  public init(
    _ row: ListingRow, isOwn: Bool = false, showsPictures: Bool = true,
    drawsPictures: Bool? = nil
  ) {
    self.row = row
    self.isOwn = isOwn
    self.showsPictures = showsPictures
    self.drawsPictures = drawsPictures
  }
}
