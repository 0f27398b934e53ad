import Batches
package import CommandLanguage
import Foundation
package import MarketRender
package import MarketWire
import Messages
package import OpenMarketClient
import SellerFiles

extension Listings {
  /// The maximum size of a range; a larger one is probably a slip.
  package static let rangeLimit = 10_000
  /// Longer ranges are read by pages, because a request for each id would take too long.
  private static let singleRequestLimit = 50

  /// The one id that a target refers to.
  /// - Throws: `SellerError` for an unknown code, and for targets that only work at the prompt.
  package func id(of target: ListingTarget) throws -> Int {
    switch target {
    case .id(let id): return id
    case .range(let range):
      guard range.count == 1 else { throw SellerError.oneListingWanted }
      return range.lowerBound
    case .code(let code): return try market.id(ofCode: code.text)
    case .last:
      guard scope.mode == .prompt else { throw SellerError.onlyAtPrompt("@last") }
      guard let id = browser.lastAdded(in: try market.profile().key) else {
        throw SellerError.nothingAddedYet
      }
      return id
    case .page:
      let page = try page()
      guard page.count == 1 else { throw SellerError.oneListingWanted }
      return page[0]
    case .codes(let pattern):
      let ids = try ids(matching: pattern)
      guard ids.count == 1 else { throw SellerError.oneListingWanted }
      return ids[0]
    case .input: throw SellerError.oneListingWanted
    }
  }

  /// The ids that targets refer to, whether or not the listings exist. Those of standard input must
  /// have been read.
  package func ids(of targets: [ListingTarget]) throws -> [Int] {
    try targets.flatMap { target -> [Int] in
      _ = try count(of: target)
      switch target {
      case .range(let range): return Array(range)
      case .page: return try page()
      case .codes(let pattern): return try ids(matching: pattern)
      case .id, .code, .last, .input: return [try id(of: target)]
      }
    }
  }

  /// Fetches the listings of targets, each once, in their order. Gaps in a range are skipped; a
  /// missing single listing is an error.
  ///
  /// - Parameters:
  ///   - own: the shop whose listings are enough of a range, for a write.
  ///   - needsDetails: whether rows of a list, which have no description and no pictures, are not
  ///     enough.
  package func products(
    _ targets: [ListingTarget], of own: OwnShop? = nil, needsDetails: Bool = true
  ) async throws -> TargetedProducts {
    let total = try targets.reduce(0) { total, target in total + (try count(of: target)) }
    return try await activity.show("listings", total: total > 1 ? total : nil) {
      try await fetch(targets, of: own, needsDetails)
    }
  }

  /// The maximum number of listings that a target refers to.
  private func count(of target: ListingTarget) throws -> Int {
    switch target {
    case .range(let range):
      guard range.count <= Self.rangeLimit else {
        throw SellerError.rangeTooLarge(range, limit: Self.rangeLimit)
      }
      return range.count
    case .page: return try page().count
    case .codes(let pattern): return try ids(matching: pattern).count
    case .id, .code, .last, .input: return 1
    }
  }

  private func fetch(
    _ targets: [ListingTarget], of own: OwnShop?, _ needsDetails: Bool
  ) async throws -> TargetedProducts {
    let client = try await market.client()
    var found = TargetedProducts()
    let ahead = try await readAhead(targets, own == nil || needsDetails, client)
    for target in targets {
      switch target {
      case .range(let range) where range.count > Self.singleRequestLimit:
        let isEmpty = try await !addPages(
          of: range, to: &found, own: own, needsDetails: needsDetails, client)
        if isEmpty, own == nil { throw SellerError.emptyRange(range) }
        if isEmpty { throw SellerError.noneFits(["\(formatted: "\(target)")"], among: .own(nil)) }
      case .range(let range) where range.count > 1:
        let isEmpty = try await !add(range, to: &found, client)
        if isEmpty { throw SellerError.emptyRange(range) }
      case .page:
        _ = try await add(page(), to: &found, client)
        if found.products.isEmpty { throw SellerError.pageRemoved }
      case .codes(let pattern):
        let isEmpty = try await !add(ids(matching: pattern), to: &found, client)
        if isEmpty { throw SellerError.noCodeMatches(pattern.text, near: []) }
      default:
        let id = try id(of: target)
        if !found.contains(id) {
          if let product = ahead[id] {
            found.add(product)
          } else {
            found.add(try await product(id, needsDetails, client))
          }
        }
        found.asked += 1
        activity.update(done: found.asked)
      }
    }
    return found
  }

  /// The listing, as it will be after the earlier lines of a file.
  private func product(
    _ id: Int, _ needsDetails: Bool, _ client: OpenMarketClient
  ) async throws -> Product {
    switch market.scope.plan?.product(id) {
    case .some(.some(let planned)):
      return needsDetails ? try await completed(planned, client) : planned
    case .some(.none):
      throw ClientError(.notFound, operation: .show, listing: id)
    case nil:
      if !needsDetails, let row = market.scope.plan?.row(id) { return row }
      do throws(ClientError) {
        return try await client.product(id).value
      } catch {
        throw try await movedListing(id, error) ?? error
      }
    }
  }

  /// Reads a listing; of one that was removed and came back, the error says its id now.
  package func reading(_ id: Int) async throws -> MarketWire.Decoded<Product> {
    let client = try await market.client()
    do throws(ClientError) {
      return try await client.product(id)
    } catch {
      throw try await movedListing(id, error) ?? error
    }
  }

  /// The error for a removed listing that came back under another id; nil for any other.
  package func movedListing(_ id: Int, _ error: ClientError) async throws -> MovedListing? {
    guard error.code == .notFound else { return nil }
    let profile = try market.profile()
    let new = try market.journal.successor(
      of: id, market: profile.url, account: profile.accountDigest ?? "")
    guard new != id else { return nil }
    do {
      _ = try await market.client().product(new)
    } catch let error as ClientError where error.isRemoval {
      return nil
    } catch {
      // What is known here is better than nothing.
    }
    return MovedListing(cause: error, new: new)
  }

  /// A planned listing with its description and pictures, of which only a row may have been read.
  package func completed(
    _ planned: Product, _ client: OpenMarketClient
  ) async throws -> Product {
    guard planned.pictures == nil, planned.id > 0 else { return planned }
    var product = planned
    let detail = try await client.product(planned.id).value
    product.description = planned.description ?? detail.description
    product.pictures = detail.pictures
    return product
  }

  /// Rows of the seller's listings, read by pages, because a request for each of many ids would take
  /// too long. Ends early if the ids lie far apart.
  package func ownRows(of ids: Set<Int>) async throws -> [Int: Product] {
    var rows: [Int: Product] = [:]
    try await readOwnRows(of: ids) { rows[$0.id] = $0 }
    return rows
  }

  /// Calls a function with each row that ``ownRows(of:)`` returns.
  package func readOwnRows(
    of ids: Set<Int>, _ take: (Product) throws -> Void
  ) async throws {
    guard ids.count > Self.singleRequestLimit, let lowest = ids.min(),
      let own = try market.ownShop()
    else { return }
    var filter = ListQuery.Filter()
    filter.isMine = true
    let resolved = try await resolved(filter)
    var missing = ids
    var pagesLeft = ids.count / 20
    for try await reading in try await market.client().pages(resolved.request(perPage: 1000)) {
      let page = try market.value(of: reading).products
      for product in page where missing.contains(product.id) && own.owns(product) {
        missing.remove(product.id)
        try take(product)
      }
      pagesLeft -= 1
      // The list begins with the newest listing.
      guard pagesLeft > 0, !missing.isEmpty, let last = page.last, last.id > lowest else {
        break
      }
    }
  }

  /// Adds the listings that exist and returns whether there are any.
  private func add(
    _ ids: some Sequence<Int>, to found: inout TargetedProducts, _ client: OpenMarketClient
  ) async throws -> Bool {
    var isEmpty = true
    let ids = Array(ids)
    let begun = found.asked
    for product in try await existing(ids, client, { activity.update(done: begun + $0) }) {
      if product == nil { found.gaps += 1 } else { isEmpty = false }
      found.add(product)
      found.asked += 1
    }
    return !isEmpty
  }

  /// Adds the listings of a long range and returns whether there are any.
  ///
  /// For a write the pages of the seller's listings are read, otherwise those of the market, down to
  /// the first id. If details are needed, the listings are then read one by one.
  private func addPages(
    of range: ClosedRange<Int>, to found: inout TargetedProducts, own: OwnShop?,
    needsDetails: Bool, _ client: OpenMarketClient
  ) async throws -> Bool {
    var filter = ListQuery.Filter()
    filter.isMine = own != nil
    let resolved = try await resolved(filter)
    var products: [Product] = []
    for try await reading in client.pages(resolved.request(perPage: 1000)) {
      let page = try market.value(of: reading).products
      products += page.filter { range.contains($0.id) && own?.owns($0) ?? true }
      // The list begins with the newest listing, and ids only grow.
      guard let last = page.last, last.id > range.lowerBound else { break }
    }
    products = market.scope.plan?.updated(products) ?? products
    products.sort { $0.id < $1.id }
    if needsDetails { products = try await details(of: products) }
    for product in products { found.add(product) }
    let missing = range.count - products.count
    if own == nil { found.gaps += missing } else { found.notOwn += missing }
    found.asked += range.count
    activity.update(done: found.asked)
    return !products.isEmpty
  }

  /// The listing; nil if it does not exist.
  package func existing(_ id: Int, _ client: OpenMarketClient) async throws -> Product? {
    if let planned = market.scope.plan?.product(id) { return planned }
    do throws(ClientError) {
      return try await client.product(id).value
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private func page() throws -> [Int] {
    guard scope.mode == .prompt else { throw SellerError.onlyAtPrompt("@page") }
    let page = browser.lastList(in: try market.profile().key)?.ids ?? []
    guard !page.isEmpty else { throw SellerError.noPageYet }
    return page
  }

  package func noneFits(_ filter: ListQuery.Filter, among scope: ListingScope) -> SellerError {
    let facets = filter.withoutShop.facets(money: market.settings.money, zone: nil)
    return .noneFits(facets, among: scope)
  }
}

/// The listings that targets refer to.
package struct TargetedProducts: Sendable {
  package private(set) var products: [Product] = []
  private var ids: Set<Int> = []
  /// The number of ids in ranges without a listing.
  package var gaps = 0
  /// The number of ids in long ranges that are not the seller's, whether or not they exist.
  package var notOwn = 0
  /// The number of ids requested so far.
  package var asked = 0

  package func contains(_ id: Int) -> Bool { ids.contains(id) }

  package mutating func add(_ product: Product?) {
    guard let product, ids.insert(product.id).inserted else { return }
    products.append(product)
  }
}

// Names that the market does not find: the seller's codes, and shops in another case.
extension Listings {
  /// The most listings that are found by a part of their code.
  private static let codeLimit = 20

  /// The seller's listings whose code is the search word; if there is nothing else, those whose code
  /// contains it. They are on the first page, without those that the market finds anyway.
  func codeMatches(
    _ query: ListQuery, _ resolved: ResolvedListQuery, isAlone: Bool
  ) async throws -> [Product] {
    guard query.page == 1, let search = query.filter.search else { return [] }
    let word = Folding.folded(search.hasPrefix("@") ? String(search.dropFirst()) : search)
    let codes = market.codes().mapValues(Folding.folded)
    var ids = codes.filter { $0.value == word }.map(\.key)
    if ids.isEmpty, isAlone, word.count > 1 {
      ids = codes.filter { Folding.isSubstring(word, of: $0.value) }.map(\.key)
    }
    guard !ids.isEmpty else { return [] }
    let rest = try await self.resolved(query.filter.withoutSearch)
    let client = try await market.client()
    var found: [Product] = []
    for id in ids.sorted(by: >).prefix(Self.codeLimit) {
      if let product = try await existing(id, client), rest.fits(product), !resolved.fits(product) {
        found.append(product)
      }
    }
    return found
  }

  /// The name of a shop as the market has it, for one that was typed in another case.
  package func shopName(_ typed: String) async throws -> String {
    if market.shown.listings(of: market).rows.contains(where: { $0.shop == typed }) {
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
