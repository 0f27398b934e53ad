/// From what a seller types to the listings that are meant.
import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Notebook
import OpenMarketClient

extension Session {
  /// Ids beyond this in one range are a slip of the finger.
  static let rangeLimit = 10_000

  /// Whose codes the notebook is asked for: those of the market and the shop in use.
  func notebookAccount() throws -> Notebook.Account { try profile().notebookAccount }

  /// The listing that has a code; nil where none has.
  func listing(ofCode code: String) throws -> Int? {
    try notebook.listing(of: code, for: notebookAccount())
  }

  func attach(code: String, to product: Product) throws {
    try notebook.attach(code, to: product.id, for: notebookAccount())
  }

  func handCode(of old: Product, to new: Product) throws {
    try notebook.hand(codeOf: old.id, to: new.id, for: notebookAccount())
  }

  func releaseCode(of product: Product) throws {
    try notebook.release(listing: product.id, for: notebookAccount())
  }

  /// The one id that a target stands for.
  /// - Throws: `SellerError` for a code that nothing has, and for what only the prompt knows.
  func id(of target: ListingTarget) throws -> Int {
    switch target {
    case .id(let id): return id
    case .range(let range):
      guard range.count == 1 else { throw SellerError.oneListingWanted }
      return range.lowerBound
    case .code(let code): return try id(ofCode: code.text)
    case .last:
      guard mode == .prompt else { throw SellerError.onlyAtPrompt("@last") }
      guard let id = try remembered(\.lastAdded) else { throw SellerError.nothingAddedYet }
      return id
    case .page:
      let page = try page()
      guard page.count == 1 else { throw SellerError.oneListingWanted }
      return page[0]
    }
  }

  /// Listings with the codes that the notebook has for them. A notebook that cannot be read does
  /// not keep the market from being looked at; a command that needs a code says what is wrong.
  func rows(_ products: [Product]) -> [ProductRow] { rows(products, codes: codes()) }

  func rows(_ products: [Product], codes: [Int: String]) -> [ProductRow] {
    products.map { ProductRow($0, code: codes[$0.id]) }
  }

  /// The codes of listings by their ids; none where the notebook cannot be read.
  func codes() -> [Int: String] {
    guard let account = try? notebookAccount(), let known = try? notebook.codes(for: account)
    else { return [:] }
    return Dictionary(known.map { ($0.listing, $0.code) }) { first, _ in first }
  }

  /// One listing with its code.
  func row(_ product: Product) -> ProductRow {
    let code = (try? notebookAccount()).flatMap { try? notebook.code(of: product.id, for: $0) }
    return ProductRow(product, code: code)
  }

  /// Fetches what targets stand for, each listing once, in their order. Gaps in a range are left
  /// out; a single listing that is not there is an error.
  func products(_ targets: [ListingTarget]) async throws -> TargetedProducts {
    let total = try targets.reduce(0) { total, target in total + (try count(of: target)) }
    return try await activity.show("listings", total: total > 1 ? total : nil) {
      try await fetch(targets)
    }
  }

  /// How many listings a target stands for at most.
  private func count(of target: ListingTarget) throws -> Int {
    switch target {
    case .range(let range):
      guard range.count <= Self.rangeLimit else {
        throw SellerError.rangeTooLarge(range, limit: Self.rangeLimit)
      }
      return range.count
    case .page: return try page().count
    case .id, .code, .last: return 1
    }
  }

  private func fetch(_ targets: [ListingTarget]) async throws -> TargetedProducts {
    let client = try await client()
    var found = TargetedProducts()
    for target in targets {
      switch target {
      case .range(let range) where range.count > 1:
        let isEmpty = try await !add(range, to: &found, client)
        if isEmpty { throw SellerError.emptyRange(range) }
      case .page:
        _ = try await add(page(), to: &found, client)
        if found.products.isEmpty { throw SellerError.pageGone }
      default:
        let id = try id(of: target)
        if !found.contains(id) { found.add(try await client.product(id).value) }
        found.asked += 1
        activity.update(done: found.asked)
      }
    }
    return found
  }

  /// Adds those of the ids that are there; answers whether any is.
  private func add(
    _ ids: some Sequence<Int>, to found: inout TargetedProducts, _ client: OpenMarketClient
  ) async throws -> Bool {
    var isEmpty = true
    for id in ids {
      try Task.checkCancellation()
      let product = try await existing(id, client)
      if product == nil { found.gaps += 1 } else { isEmpty = false }
      found.add(product)
      found.asked += 1
      activity.update(done: found.asked)
    }
    return !isEmpty
  }

  /// A listing; nil where there is none.
  func existing(_ id: Int, _ client: OpenMarketClient) async throws -> Product? {
    do throws(ClientError) {
      return try await client.product(id).value
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private func page() throws -> [Int] {
    guard mode == .prompt else { throw SellerError.onlyAtPrompt("@page") }
    guard let page = try remembered(\.page), !page.isEmpty else { throw SellerError.noPageYet }
    return page
  }

  private func id(ofCode code: String) throws -> Int {
    let account = try notebookAccount()
    if let id = try notebook.listing(of: code, for: account) { return id }
    let near = try notebook.codes(near: code, for: account, limit: 1)
    throw SellerError.noSuchCode(code, nearest: near.first?.code)
  }
}

/// The listings that targets stand for.
struct TargetedProducts: Sendable {
  private(set) var products: [Product] = []
  private var ids: Set<Int> = []
  /// Ids of ranges that no listing has.
  var gaps = 0
  /// Ids asked for so far.
  var asked = 0

  func contains(_ id: Int) -> Bool { ids.contains(id) }

  mutating func add(_ product: Product?) {
    guard let product, ids.insert(product.id).inserted else { return }
    products.append(product)
  }
}
