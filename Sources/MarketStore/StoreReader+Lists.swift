/// Narrowed and ordered lists, numbers about them, and what changed.
public import MarketWire
import SQLite

/// What a summary needs of one listing.
public struct SummaryRow: Hashable, Sendable {
  public let currency: String
  /// What the buyer pays, in ten-thousandths.
  public let bargain: Int64
  public let stock: Int
  public let discount: Int64
  public let createdAt: WireDate
}

/// What changed after a revision, the oldest first.
public struct StoredChanges: Hashable, Sendable {
  /// Listings that were made or changed, as they are now.
  public let products: [StoredProduct]
  /// Numbers of listings that are gone.
  public let removed: [Int]
  /// The changes up to this revision are all that there were.
  public let revision: Int
  public let hasMore: Bool
  /// Listings that were made or changed since, with those that are left.
  public let totalCount: Int
}

extension StoreReader {
  /// The number of changes so far; it only grows.
  public func revision() throws -> Int {
    try connection.first("SELECT number FROM market_revision") { $0.int(0) } ?? 0
  }

  /// Listings from `offset` on. A page of the plain list costs the same wherever it stands; any
  /// other one a walk through an index up to its place.
  public func products(
    _ filter: ListingFilter, sortedBy sort: ListingSort, offset: Int, limit: Int
  ) throws -> StoredPage {
    if filter == .all, sort.isDefault { return try products(offset: offset, limit: limit) }
    guard let plan = try plan(filter, sortedBy: sort) else {
      return StoredPage(products: [], totalCount: 0)
    }
    let total = try count(plan)
    guard offset < total else { return StoredPage(products: [], totalCount: total) }
    let statement = plan.ids(offset: offset, limit: limit)
    let ids = try connection.query(statement.sql, statement.values) { $0.int(0) }
    return StoredPage(products: try ids.compactMap(row), totalCount: total)
  }

  /// Hands over the facts of each listing that is meant.
  public func forEachSummaryRow(_ filter: ListingFilter, _ body: (SummaryRow) -> Void) throws {
    guard let statement = try plan(filter, sortedBy: .newest)?.facts else { return }
    try connection.each(statement.sql, statement.values) { row in
      body(
        SummaryRow(
          currency: row.text(0), bargain: row.int64(1), stock: row.int(2), discount: row.int64(3),
          createdAt: WireDate(milliseconds: row.int64(4))))
      return true
    }
  }

  /// The first `limit` changes after a revision, or nil where they are no longer, or not yet, known.
  public func changes(since revision: Int, limit: Int) throws -> StoredChanges? {
    let known = try connection.first("SELECT number, floor FROM market_revision") {
      ($0.int(0), $0.int(1))
    }
    guard let (number, floor) = known, revision <= number,
      revision >= max(floor, number - Schema.retainedRevisions)
    else { return nil }
    // One more than asked for tells whether there are more.
    let values = [Value(revision), Value(limit + 1)]
    let changed = try connection.query(
      "SELECT revision, id FROM product WHERE revision > ? ORDER BY revision LIMIT ?", values
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: false) }
    let removed = try connection.query(
      "SELECT revision, product_id FROM removal WHERE revision > ? ORDER BY revision LIMIT ?",
      values
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: true) }
    let all = (changed + removed).sorted { $0.revision < $1.revision }
    let told = all.prefix(limit)
    let total = try connection.first(
      "SELECT count(*) FROM product WHERE revision > ?", [Value(revision)]
    ) { $0.int(0) }
    return StoredChanges(
      products: try told.filter { !$0.isRemoved }.compactMap { try row($0.id) },
      removed: told.filter(\.isRemoved).map(\.id),
      revision: all.count > limit ? told.last?.revision ?? revision : number,
      hasMore: all.count > limit, totalCount: total ?? 0)
  }

  private func count(_ plan: ListStatement) throws -> Int {
    if plan.matchesAll { return try productCount() }
    return try connection.first(plan.count.sql, plan.count.values) { $0.int(0) } ?? 0
  }

  /// Nil where the filter names a shop that there is not.
  private func plan(
    _ filter: ListingFilter, sortedBy sort: ListingSort
  ) throws -> ListStatement? {
    switch filter.vendor {
    case nil: return ListStatement(filter, sort: sort, vendorID: nil)
    case .id(let id): return ListStatement(filter, sort: sort, vendorID: id)
    case .name(let name):
      guard let vendor = try vendor(named: Folding.normalized(name)) else { return nil }
      return ListStatement(filter, sort: sort, vendorID: vendor.id)
    }
  }

  /// A listing as a row of a list: without its pictures.
  private func row(_ id: Int) throws -> StoredProduct? {
    try connection.first(
      "SELECT \(StoredProduct.columns) WHERE product.id = ?", [Value(id)]
    ) { StoredProduct($0) }
  }
}
