/// `GET /api/products` in its three forms: a page, numbers, changes (API 1.3, 7).
import Digest
import MarketStore
import MarketWire

extension MarketService {
  func list(
    _ target: RequestTarget, _ request: HTTPRequest, base: BaseURL
  ) throws -> HTTPResponse {
    guard configuration.hasExtensions else {
      let rules = try PageRequest(target, knowsExtensions: false)
      let page = try store.read(rules.page)
      return ListProducts.response(shown(page, by: rules, at: nil, base: base))
    }
    if let asked = try reading({ () throws(RequestError) in try ListChanges(target: target) }) {
      return try changes(asked, base: base)
    }
    if let asked = try reading({ () throws(RequestError) in
      try SummarizeProducts(target: target)
    }) {
      return try summary(asked, request)
    }
    let rules = try PageRequest(target, knowsExtensions: true)
    return try store.read { reader in
      let revision = try reader.revision()
      let tag = Self.eTag(revision, base)
      // Who knows the revision alone asks whether the listings have changed.
      let isKnown = request.matchesETag(tag) || request.matchesETag(MarketRevision.eTag(revision))
      var response =
        isKnown
        ? MarketRevision.notModified(revision)
        : ListProducts.response(
          shown(try rules.page(reader), by: rules, at: revision, base: base))
      response.headers[.eTag] = tag
      return response
    }
  }

  /// The state of a page: its listings are those of a revision, and its URLs begin with the base.
  private static func eTag(_ revision: Int, _ base: BaseURL) -> String {
    "\"\(revision)-\(Digest.hex(Digest.sha256(base.text).prefix(6)))\""
  }

  /// The listing as it goes out.
  func shown(_ product: StoredProduct, base: BaseURL) -> Product {
    var shown = product.product(base: base)
    if !configuration.hasExtensions {
      shown.createdAtExact = nil
      shown.issuedAtExact = nil
    }
    return shown
  }

  private func shown(
    _ page: StoredPage, by rules: PageRequest, at revision: Int?, base: BaseURL
  ) -> ProductPage {
    ProductPage(
      pageNumber: rules.list.pageNumber, itemsPerPage: rules.list.itemsPerPage,
      totalCount: page.totalCount, products: page.products.map { shown($0, base: base) },
      revision: revision)
  }

  private func summary(
    _ asked: SummarizeProducts, _ request: HTTPRequest
  ) throws -> HTTPResponse {
    try store.read { reader in
      let revision = try reader.revision()
      guard !request.matchesETag(MarketRevision.eTag(revision)) else {
        return MarketRevision.notModified(revision)
      }
      var tally = MarketSummary.Tally()
      // Of a hundred thousand listings, nearly all have the currency of the one before.
      var currency = Currency.unknown
      try reader.forEachSummaryRow(asked.filter) { facts in
        if facts.currency != currency.rawValue { currency = Currency(rawValue: facts.currency) }
        tally.add(
          tenThousandths: facts.bargain, currency, stock: facts.stock,
          isDiscounted: facts.discount > 0, created: facts.createdAt)
      }
      var summary = tally.summary()
      summary.revision = revision
      return SummarizeProducts.response(summary)
    }
  }

  private func changes(_ asked: ListChanges, base: BaseURL) throws -> HTTPResponse {
    guard
      let changes = try store.read({ try $0.changes(since: asked.since, limit: asked.limit) })
    else { throw ServiceRefusal.changesUnavailable }
    return ListChanges.response(
      ProductChanges(
        products: changes.products.map { shown($0, base: base) }, removed: changes.removed,
        revision: changes.revision, hasMore: changes.hasMore, totalCount: changes.totalCount))
  }
}
