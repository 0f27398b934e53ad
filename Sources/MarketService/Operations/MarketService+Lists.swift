import MarketWire

extension MarketService {
  /// Responds to `GET /api/products` in its three forms: page, summary and changes (API 1.3, 7.3).
  func list(
    _ target: RequestTarget, _ request: HTTPRequest, base: BaseURL, coding: ContentCoding,
    from client: ClientAddress
  ) throws -> HTTPResponse {
    guard configuration.hasExtensions else {
      let list = try PageRequest(target, hasExtensions: false)
      let page =
        try list.isSlow ? readSlowly(for: client, list.page) : store.read(list.page)
      return response(page, for: list, at: nil, base: base)
    }
    if let operation = try ListChanges(target: target) {
      return try changes(operation, base: base, from: client)
    }
    if let operation = try SummarizeProducts(target: target) {
      return try summary(operation, request, from: client)
    }
    let list = try PageRequest(target, hasExtensions: true)
    func answer(_ reader: any StoreReader) throws -> HTTPResponse {
      let revision = try reader.revision()
      let tag = Self.eTag(revision, base)
      // A client that knows only the revision can use it as an entity tag.
      let isCurrent = request.matchesETag(tag) || request.matchesETag(MarketRevision.eTag(revision))
      guard !isCurrent else {
        var response = MarketRevision.notModified(revision)
        response.headers[.eTag] = tag
        return response
      }
      let key = PageCache.Key(list, base: base, coding: coding)
      return try cached(list, as: key, at: revision) {
        var response = response(try list.page(reader), for: list, at: revision, base: base)
        response.headers[.eTag] = tag
        return response
      }
    }
    return try list.isSlow ? readSlowly(for: client, answer) : store.read(answer)
  }

  /// The page from the cache, or a new one; only pages of the plain list are cached.
  func cached(
    _ list: PageRequest, as key: PageCache.Key, at revision: Int, render: () throws -> HTTPResponse
  ) rethrows -> HTTPResponse {
    guard list.operation.filter == .all, list.operation.sort.isDefault else { return try render() }
    if let page = pages.page(key, at: revision) { return page }
    let page = key.coding.encoded(try render())
    pages.insert(page, for: key, at: revision)
    return page
  }

  /// The entity tag of a page, which depends on the revision and on the base of its URLs.
  ///
  /// The base is not hashed: a prompt at home would load libcrypto only for this.
  private static func eTag(_ revision: Int, _ base: BaseURL) -> String {
    "\"\(revision)-\(base.text)\""
  }

  /// The listing in its wire format.
  func formatted(_ product: StoredProduct, base: BaseURL) -> Product {
    var formatted = product.product(base: base)
    if !configuration.hasExtensions {
      formatted.createdAtExact = nil
      formatted.issuedAtExact = nil
    }
    return formatted
  }

  private func response(
    _ page: StoredPage, for list: PageRequest, at revision: Int?, base: BaseURL
  ) -> HTTPResponse {
    ListProducts.response(
      ProductPage(
        pageNumber: list.operation.pageNumber, itemsPerPage: list.operation.itemsPerPage,
        totalCount: page.totalCount, products: [], revision: revision),
      rows: page.products, base: base.url(""),
      hasExactDates: configuration.hasExtensions)
  }

  private func summary(
    _ operation: SummarizeProducts, _ request: HTTPRequest, from client: ClientAddress
  ) throws -> HTTPResponse {
    try readSlowly(for: client) { reader in
      let revision = try reader.revision()
      guard !request.matchesETag(MarketRevision.eTag(revision)) else {
        return MarketRevision.notModified(revision)
      }
      var tally = MarketSummary.Tally()
      // Most rows have the currency of the row before, so its value is reused.
      var currency = Currency.unknown
      try reader.forEachSummaryRow(operation.filter) { row in
        if row.currency != currency.rawValue { currency = Currency(rawValue: row.currency) }
        tally.add(
          tenThousandths: row.salePrice, currency, stock: row.stock,
          isDiscounted: row.discount > 0, created: row.createdAt)
      }
      var summary = tally.summary()
      summary.revision = revision
      return SummarizeProducts.response(summary)
    }
  }

  private func changes(
    _ operation: ListChanges, base: BaseURL, from client: ClientAddress
  ) throws -> HTTPResponse {
    let found = try readSlowly(for: client) {
      try $0.changes(since: operation.since, limit: operation.limit)
    }
    guard let changes = found else { throw ServiceRefusal.changesUnavailable }
    return ListChanges.response(
      ProductChanges(
        products: changes.products.map { formatted($0, base: base) }, removed: changes.removed,
        revision: changes.revision, hasMore: changes.hasMore, totalCount: changes.totalCount))
  }
}
