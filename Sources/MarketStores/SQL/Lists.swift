import MarketService
import MarketWire
import SQLite

/// Pages of lists, and summaries.
extension SQLReader {
  func products(
    _ filter: ListingFilter, sortedBy sort: ListingSort, offset: Int, limit: Int
  ) throws -> StoredPage {
    if filter == .all, sort.isDefault { return try products(offset: offset, limit: limit) }
    return try filteredProducts(filter, sortedBy: sort, offset: offset, limit: limit)
  }

  func products(offset: Int, limit: Int) throws -> StoredPage {
    guard try hiddenVendors().isEmpty else {
      return try filteredProducts(.all, sortedBy: .newest, offset: offset, limit: limit)
    }
    try flush()
    let total = try productCount()
    guard offset < total, let start = try start(of: offset) else {
      return StoredPage(products: [], totalCount: total)
    }
    let products = try products(
      where: "product.id < $1 ORDER BY product.id DESC LIMIT $2 OFFSET $3",
      [Value(start.bound), Value(limit), Value(start.rest)])
    return StoredPage(products: products, totalCount: total)
  }

  /// The start of a page: the row at `offset` follows `rest` other rows with ids below `bound`.
  private func start(of offset: Int) throws -> (bound: Int, rest: Int)? {
    let size = StoreLimits.bucketSize
    // The first pages need no count.
    guard offset > size else { return (.max, offset) }
    let blocks = "SELECT block, live FROM page_block ORDER BY block DESC"
    guard let block = try find(offset, blocks, []) else { return nil }
    let buckets = """
      SELECT bucket, live FROM page_bucket WHERE bucket >= $1 AND bucket < $2 ORDER BY bucket DESC
      """
    let bucket = try find(
      block.rest, buckets, [Value(block.number * size), Value((block.number + 1) * size)])
    return bucket.map { (($0.number + 1) * size, $0.rest) }
  }

  /// The row of counts that has the listing at `offset`, and the rest of the offset in it.
  private func find(
    _ offset: Int, _ counts: String, _ values: [Value]
  ) throws -> (number: Int, rest: Int)? {
    var rest = offset
    var found: (Int, Int)?
    try connection.forEachRow(counts, values) { row in
      let live = row.int(1)
      if rest < live {
        found = (row.int(0), rest)
        return false
      }
      rest -= live
      return true
    }
    return found
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
    let page = list.page(offset: offset, limit: limit)
    let products = try connection.query(page.sql, page.values, StoredProduct.init)
    return StoredPage(products: products, totalCount: total)
  }

  private func count(_ list: ListStatement) throws -> Int {
    try flush()
    if list.matchesAll { return try productCount() }
    let count =
      list.matchesVisible
      ? BoundStatement(
        sql: "SELECT coalesce(sum(listings), 0) FROM vendor WHERE NOT is_hidden", values: [])
      : list.count
    return try connection.first(count.sql, count.values) { $0.int(0) } ?? 0
  }

  func forEachSummaryRow(_ filter: ListingFilter, _ body: (SummaryRow) -> Void) throws {
    guard let list = try statement(filter, sortedBy: .newest) else { return }
    var last = 0
    var count = 0
    repeat {
      count = 0
      let rows = list.summaryRows(after: last)
      try connection.forEachRow(rows.sql, rows.values) { row in
        body(
          SummaryRow(
            currency: row.text(0), salePrice: row.int64(1), stock: row.int(2),
            discount: row.int64(3), createdAt: row.date(4)))
        last = row.int(5)
        count += 1
        return true
      }
    } while dialect == .postgres && count == ListStatement.summaryLimit
  }

  /// The statements for a list; nil if the filter names a shop that does not exist.
  private func statement(
    _ filter: ListingFilter, sortedBy sort: ListingSort
  ) throws -> ListStatement? {
    let hidden = try hiddenVendors()
    return try withVendor(of: filter) {
      ListStatement(filter, sort: sort, vendorID: $0, hidden: hidden, dialect)
    }
  }

  func changes(since revision: Int, limit: Int) throws -> StoredChanges? {
    try flush()
    let (current, floor) = try revisions()
    guard revision <= current, revision >= max(floor, current - StoreLimits.retainedRevisions)
    else { return nil }
    let visible = ListStatement.visible(try hiddenVendors())
    // One row more than the limit shows whether there are more.
    let all = try connection.query(
      """
      SELECT * FROM (
        SELECT revision, id, NOT (\(visible)) AS is_removed FROM product WHERE revision > $1
        ORDER BY revision LIMIT $2) AS changed
      UNION ALL SELECT * FROM (
        SELECT revision, product_id, true FROM removal WHERE revision > $1
        ORDER BY revision LIMIT $2) AS removed
      ORDER BY 1 LIMIT $2
      """, [Value(revision), Value(limit + 1)]
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: $0.bool(2)) }
    let page = all.prefix(limit)
    let total = try connection.first(
      "SELECT count(*) FROM product WHERE revision > $1 AND \(visible)", [Value(revision)]
    ) { $0.int(0) }
    let changed = page.filter { !$0.isRemoved }.map(\.id)
    let rows = try products(
      where: dialect.isOneOf("product.id", "$1"), [dialect.list(changed)])
    let byID = Dictionary(uniqueKeysWithValues: rows.map { ($0.id, $0) })
    return StoredChanges(
      products: changed.compactMap { byID[$0] },
      removed: page.filter(\.isRemoved).map(\.id),
      revision: all.count > limit ? page.last?.revision ?? revision : current,
      hasMore: all.count > limit, totalCount: total ?? 0)
  }
}
