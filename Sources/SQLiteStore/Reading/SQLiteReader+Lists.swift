import MarketStore
import MarketWire
import SQLite

extension SQLiteReader {
  /// The current revision, which only grows.
  func revision() throws -> Int {
    try connection.first("SELECT number FROM market_revision") { $0.int(0) } ?? 0
  }

  /// A page of a list, from `offset` on.
  ///
  /// The cost of a page of the plain list is independent of its offset. Other lists read their
  /// index up to the end of the page.
  func products(
    _ filter: ListingFilter, sortedBy sort: ListingSort, offset: Int, limit: Int
  ) throws -> StoredPage {
    if filter == .all, sort.isDefault { return try products(offset: offset, limit: limit) }
    return try filteredProducts(filter, sortedBy: sort, offset: offset, limit: limit)
  }

  /// A page of a list by way of the statements for filtered lists.
  func filteredProducts(
    _ filter: ListingFilter, sortedBy sort: ListingSort, offset: Int, limit: Int
  ) throws -> StoredPage {
    guard let list = try statement(filter, sortedBy: sort) else {
      return StoredPage(products: [], totalCount: 0)
    }
    let total = try count(list)
    guard offset < total else { return StoredPage(products: [], totalCount: total) }
    let statement = list.ids(offset: offset, limit: limit)
    let ids = try connection.query(statement.sql, statement.values) { $0.int(0) }
    return StoredPage(products: try ids.compactMap(row), totalCount: total)
  }

  /// Calls `body` with the values of each matching listing.
  func forEachSummaryRow(_ filter: ListingFilter, _ body: (SummaryRow) -> Void) throws {
    guard let list = try statement(filter, sortedBy: .newest)?.summaryRows else { return }
    try connection.each(list.sql, list.values) { row in
      body(
        SummaryRow(
          currency: row.text(0), salePrice: row.int64(1), stock: row.int(2), discount: row.int64(3),
          createdAt: WireDate(milliseconds: row.int64(4))))
      return true
    }
  }

  /// The first `limit` changes since a revision; nil if the changes are not available, or if the
  /// revision is in the future.
  func changes(since revision: Int, limit: Int) throws -> StoredChanges? {
    let known = try connection.first("SELECT number, floor FROM market_revision") {
      ($0.int(0), $0.int(1))
    }
    guard let (current, floor) = known, revision <= current,
      revision >= max(floor, current - StoreLimits.retainedRevisions)
    else { return nil }
    // One row more than the limit shows whether there are more.
    let values = [Value(revision), Value(limit + 1)]
    let hidden = try hiddenVendors()
    let changed = try connection.query(
      "SELECT revision, id, vendor_id FROM product WHERE revision > ? ORDER BY revision LIMIT ?",
      values
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: hidden.contains($0.int(2))) }
    let removed = try connection.query(
      "SELECT revision, product_id FROM removal WHERE revision > ? ORDER BY revision LIMIT ?",
      values
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: true) }
    let all = (changed + removed).sorted { $0.revision < $1.revision }
    let page = all.prefix(limit)
    let total = try connection.first(
      """
      SELECT count(*) FROM product WHERE revision > ?\(ListStatement.visible(hidden, after: " AND"))
      """, [Value(revision)]
    ) { $0.int(0) }
    return StoredChanges(
      products: try page.filter { !$0.isRemoved }.compactMap { try row($0.id) },
      removed: page.filter(\.isRemoved).map(\.id),
      revision: all.count > limit ? page.last?.revision ?? revision : current,
      hasMore: all.count > limit, totalCount: total ?? 0)
  }

  private func count(_ list: ListStatement) throws -> Int {
    if list.matchesAll { return try productCount() }
    if list.matchesVisible {
      let sql = "SELECT ifnull(sum(listings), 0) FROM vendor WHERE is_hidden = 0"
      return try connection.first(sql) { $0.int(0) } ?? 0
    }
    return try connection.first(list.count.sql, list.count.values) { $0.int(0) } ?? 0
  }

  /// The statements for a list; nil if the filter names a shop that does not exist.
  private func statement(
    _ filter: ListingFilter, sortedBy sort: ListingSort
  ) throws -> ListStatement? {
    let hidden = try hiddenVendors()
    return try withVendor(of: filter) {
      ListStatement(filter, sort: sort, vendorID: $0, hidden: hidden)
    }
  }

  /// A listing without its pictures, as in a row of a list.
  private func row(_ id: Int) throws -> StoredProduct? {
    try connection.first(
      "SELECT \(StoredProduct.columns) WHERE product.id = ?", [Value(id)]
    ) { StoredProduct($0) }
  }
}
