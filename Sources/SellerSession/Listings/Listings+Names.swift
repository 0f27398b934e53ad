import CommandHistory
import MarketWire
import OpenMarketClient

// Names that the market does not find: the seller's codes, and shops in another case.
extension Listings {
  /// The most listings that are found by a part of their code.
  private static let codeLimit = 20

  /// The seller's listings whose code is the search word; if there is nothing else, those whose code
  /// contains it. They are on the first page.
  func codeMatches(_ query: ListQuery, besides shown: [Product]) async throws -> [Product] {
    guard query.page == 1, let search = query.filter.search else { return [] }
    let word = Folding.folded(search.hasPrefix("@") ? String(search.dropFirst()) : search)
    let codes = market.codes().mapValues(Folding.folded)
    var ids = codes.filter { $0.value == word }.map(\.key)
    if ids.isEmpty, shown.isEmpty, word.count > 1 {
      ids = codes.filter { Folding.isSubstring(word, of: $0.value) }.map(\.key)
    }
    ids.removeAll { id in shown.contains { $0.id == id } }
    guard !ids.isEmpty else { return [] }
    let rest = try await resolved(query.filter.withoutSearch)
    let client = try await market.client()
    var found: [Product] = []
    for id in ids.sorted(by: >).prefix(Self.codeLimit) {
      if let product = try await existing(id, client), rest.fits(product) { found.append(product) }
    }
    return found
  }

  /// The name of a shop as the market has it, for one that was typed in another case.
  package func shopName(_ typed: String) async throws -> String {
    if session.shown.listings(of: market).rows.contains(where: { $0.shop == typed }) {
      return typed
    }
    do {
      let page = try await market.client().products(perPage: 100, search: typed).value
      let names = page.products.compactMap(\.vendor.name)
      let same = names.first { Folding.folded($0) == Folding.folded(typed) }
      return names.contains(typed) ? typed : same ?? typed
    } catch {
      // The cache has no such list; a market that cannot be reached says so when it is listed.
      guard market.source?.cachedClient == nil else { return typed }
      throw error
    }
  }
}
