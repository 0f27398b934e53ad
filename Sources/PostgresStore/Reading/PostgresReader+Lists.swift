import MarketStore
import MarketWire
import PostgreSQL

extension PostgresReader {
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
    let products = try connection.query(
      list.page, list.values + [PostgresValue(limit), PostgresValue(offset)]
    ) { StoredProduct($0) }
    return StoredPage(products: products, totalCount: total)
  }

  private func count(_ list: PostgresList) throws -> Int {
    if list.matchesAll { return state.live }
    if list.matchesVisible {
      try flush()
      return try connection.first(
        "SELECT coalesce(sum(listings), 0)::bigint FROM vendor WHERE NOT is_hidden"
      ) { $0.int(0) } ?? 0
    }
    guard let gram = list.gram else {
      return try connection.first(list.count, list.values) { $0.int(0) } ?? 0
    }
    try flush()
    return try connection.first(
      "SELECT live FROM gram_count WHERE gram = $1", [PostgresValue(gram)]
    ) { $0.int(0) } ?? 0
  }

  func forEachSummaryRow(_ filter: ListingFilter, _ body: (SummaryRow) -> Void) throws {
    guard let list = try statement(filter, sortedBy: .newest) else { return }
    // Reads 20,000 rows at a time, so that memory use does not grow with the market.
    var last = 0
    while true {
      let count = try connection.query(
        list.summary, list.values + [PostgresValue(last), PostgresValue(20_000)]
      ) { row -> Void in
        last = row.int(5)
        body(
          SummaryRow(
            currency: row.text(0), salePrice: row.int64(1), stock: row.int(2),
            discount: row.int64(3), createdAt: WireDate(milliseconds: row.int64(4))))
      }.count
      guard count == 20_000 else { return }
    }
  }

  func changes(since revision: Int, limit: Int) throws -> StoredChanges? {
    try flush()
    guard revision <= state.revision,
      revision >= max(state.floor, state.revision - StoreLimits.retainedRevisions)
    else { return nil }
    // One row more than the limit shows whether there are more.
    let visible = PostgresList.visible(state.hidden)
    let all = try connection.query(
      """
      (SELECT revision, id, NOT (\(visible)) FROM product WHERE revision > $1 ORDER BY revision LIMIT $2)
      UNION ALL
      (SELECT revision, product_id, true FROM removal WHERE revision > $1
        ORDER BY revision LIMIT $2)
      ORDER BY 1 LIMIT $2
      """, [PostgresValue(revision), PostgresValue(limit + 1)]
    ) { (revision: $0.int(0), id: $0.int(1), isRemoved: $0.bool(2)) }
    let page = all.prefix(limit)
    let total = try connection.first(
      "SELECT count(*) FROM product WHERE revision > $1 AND \(visible)", [PostgresValue(revision)]
    ) { $0.int(0) }
    let changed = page.filter { !$0.isRemoved }.map(\.id)
    let rows = try Dictionary(uniqueKeysWithValues: self.rows(changed).map { ($0.id, $0) })
    return StoredChanges(
      products: changed.compactMap { rows[$0] },
      removed: page.filter(\.isRemoved).map(\.id),
      revision: all.count > limit ? page.last?.revision ?? revision : state.revision,
      hasMore: all.count > limit, totalCount: total ?? 0)
  }

  /// The SQL statements for a list; nil if the filter names a shop that does not exist.
  private func statement(
    _ filter: ListingFilter, sortedBy sort: ListingSort
  ) throws -> PostgresList? {
    try withVendor(of: filter) {
      PostgresList(filter, sort: sort, vendorID: $0, hidden: state.hidden)
    }
  }
}
