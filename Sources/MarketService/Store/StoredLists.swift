public import MarketWire

/// A page of a list.
public struct StoredPage: Hashable, Sendable {
  /// The listings of the page, without their pictures.
  public let products: [StoredProduct]
  /// The number of listings on all pages.
  public let totalCount: Int

  public init(products: [StoredProduct], totalCount: Int) {
    self.products = products
    self.totalCount = totalCount
  }
}

/// The values of a listing that a summary needs.
public struct SummaryRow: Hashable, Sendable {
  /// The ISO 4217 code.
  public let currency: String
  /// The price that the buyer pays, in ten-thousandths.
  public let salePrice: Int64
  /// The number of items.
  public let stock: Int
  /// The discount, in ten-thousandths.
  public let discount: Int64
  /// The creation time of the listing.
  public let createdAt: WireDate

  public init(
    currency: String, salePrice: Int64, stock: Int, discount: Int64, createdAt: WireDate
  ) {
    self.currency = currency
    self.salePrice = salePrice
    self.stock = stock
    self.discount = discount
    self.createdAt = createdAt
  }
}

/// The changes since a revision, oldest first.
public struct StoredChanges: Hashable, Sendable {
  /// Listings that were created or changed, in their current state.
  public let products: [StoredProduct]
  /// The ids of removed listings.
  public let removed: [Int]
  /// The revision up to which the changes are complete.
  public let revision: Int
  /// Whether there are changes after `revision`.
  public let hasMore: Bool
  /// The number of listings that were created or changed, including those after `revision`.
  public let totalCount: Int

  public init(
    products: [StoredProduct], removed: [Int], revision: Int, hasMore: Bool, totalCount: Int
  ) {
    self.products = products
    self.removed = removed
    self.revision = revision
    self.hasMore = hasMore
    self.totalCount = totalCount
  }
}

/// The settings of a database that determine when a write is durable.
public struct StoreSettings: Hashable, Sendable {
  /// The kind of journal, such as `wal`.
  public let journal: String
  /// The sync level, such as `full`.
  public let synchronous: String

  public init(journal: String, synchronous: String) {
    self.journal = journal
    self.synchronous = synchronous
  }
}
