package import MarketRender
package import MarketWire
import OpenMarketClient
package import SellerFiles
import TerminalKit

// The codes of the seller's shop in this market.
extension CurrentMarket {
  /// The id of the listing that has a code, or will have it after the plan; nil if there is none.
  package func listing(ofCode code: String) throws -> Int? {
    if let planned = scope.plan?.holder(ofCode: code) { return planned }
    return try notebook.listing(of: code, for: notebookAccount())
  }

  /// The listing with a code.
  ///
  /// - Throws: ``SellerError/noSuchCode(_:nearest:)``.
  package func id(ofCode code: String) throws -> Int {
    if let id = try listing(ofCode: code) { return id }
    let near = try notebook.codes(similarTo: code, for: notebookAccount(), limit: 1)
    throw SellerError.noSuchCode(code, nearest: near.first?.code)
  }

  /// Codes that are similar to a text, the most similar first.
  func codes(near text: String) throws -> [String] {
    try notebook.codes(similarTo: text, for: notebookAccount()).map(\.code)
  }

  /// The id of the listing that has a code and still exists; nil if there is none.
  ///
  /// Asks the market.
  package func holder(ofCode code: String) async throws -> Int? {
    guard let id = try listing(ofCode: code) else { return nil }
    // A negative id is that of a listing that the plan adds.
    if id < 0 { return id }
    // The plan removes the listing.
    if case .some(.none) = scope.plan?.product(id) { return nil }
    return await isGone(id) ? nil : id
  }

  /// Whether the market itself reports that it has no such listing.
  ///
  /// False for any other error, such as one of a proxy, because the listing may still exist.
  private func isGone(_ id: Int) async -> Bool {
    do throws(ClientError) {
      _ = try await openClient().product(id)
      return false
    } catch {
      return error.isRemoval
    }
  }

  private func openClient() async throws(ClientError) -> OpenMarketClient {
    do { return try await client() } catch { throw ClientError(.other, operation: .show) }
  }

  /// Gives a code to a listing.
  ///
  /// - Parameter moves: whether to take the code from another listing, even if that still exists.
  package func attach(code: String, to product: Product, moves: Bool = false) async throws {
    if let old = try listing(ofCode: code), old != product.id {
      let isFree = moves ? true : await isGone(old)
      if isFree { try notebook.removeCode(of: old, for: notebookAccount()) }
    }
    try notebook.assign(code, to: product.id, for: notebookAccount())
  }

  /// Gives the code of one listing to another.
  package func moveCode(of old: Product, to new: Product) throws {
    try notebook.moveCode(of: old.id, to: new.id, for: notebookAccount())
  }

  package func releaseCode(of product: Product) throws {
    try notebook.removeCode(of: product.id, for: notebookAccount())
  }

  /// The codes of listings by id; empty if the notebook cannot be read, so that looking at a market
  /// does not depend on it.
  package func codes() -> [Int: String] {
    (try? recordedCodes()) ?? scope.plan?.codes ?? [:]
  }

  /// The codes of listings by id, for decisions.
  package func recordedCodes() throws -> [Int: String] {
    let known = try notebook.codes(for: notebookAccount())
    return Dictionary(known.map { ($0.listing, $0.code) }) { first, _ in first }
      .merging(scope.plan?.codes ?? [:]) { $1 }
  }

  /// Listings with their codes and marks.
  package func rows(_ products: [Product]) -> [ListingRow] {
    guard products.count > 1 else { return products.map(row) }
    let marks = showsMarks ? markReader(for: products.map(\.id)) : nil
    return Self.rows(products, codes: codes(), marks: marks)
  }

  package static func rows(
    _ products: [Product], codes: [Int: String], marks: ListingMarkReader?
  ) -> [ListingRow] {
    products.map { product in
      ListingRow(
        product, code: codes[product.id], marks: marks?.marks(of: product) ?? ListingMarks())
    }
  }

  /// The code of a listing; nil if it has none, or if the notebook cannot be read.
  package func code(of product: Product) -> String? { try? recordedCode(of: product) }

  /// The code of a listing, for decisions: a notebook that cannot be read is an error, not a listing
  /// without a code.
  package func recordedCode(of product: Product) throws -> String? {
    if let planned = scope.plan?.codes[product.id] { return planned }
    return try notebook.code(of: product.id, for: notebookAccount())
  }

  /// One listing with its code and marks.
  package func row(_ product: Product) -> ListingRow {
    if let planned = scope.plan?.codes[product.id] { return ListingRow(product, code: planned) }
    let code = code(of: product)
    let marks = showsMarks ? markReader(for: [product.id]).marks(of: product) : ListingMarks()
    return ListingRow(product, code: code, marks: marks)
  }
}

// The seller's notebook in this market. Most methods treat a notebook that cannot be read like an
// empty one, so that the seller can still view the market.
extension CurrentMarket {
  package func notebookAccount() throws -> Notebook.Account { try profile().notebookAccount }

  /// Whether the output shows marks.
  ///
  /// With `--fields`, only if it has a field for them. Otherwise in formats for people, or without
  /// `--format`, on a terminal.
  package var showsMarks: Bool {
    if let fields = options.fields {
      return !ListingField.notebookKeys.isDisjoint(with: fields)
    }
    return options.format?.isForPeople ?? console.capabilities(of: .output).isTerminal
  }

  /// The visit that a command belongs to; nil before the first one.
  package var visit: Notebook.Visit? {
    guard let account = try? notebookAccount() else { return nil }
    return try? notebook.visit(at: environment.now(), for: account)
  }

  /// Returns a reader for the marks of listings.
  ///
  /// - Parameter ids: the listings to read; nil for all.
  package func markReader(for ids: [Int]? = nil) -> ListingMarkReader {
    guard let account = try? notebookAccount() else {
      return ListingMarkReader(entries: [:], visit: nil, seen: [:], own: nil)
    }
    let visit = visit
    let hasBase = visit?.previousEnd != nil
    let seen = visit.flatMap { visit in
      hasBase ? try? notebook.seen(before: visit, ids, for: account) : nil
    }
    return ListingMarkReader(
      entries: (try? notebook.entries(for: account)) ?? [:], visit: visit, seen: seen ?? [:],
      own: try? ownShop())
  }

  /// Stores the listings that the seller saw, as part of the current visit.
  ///
  /// Does nothing outside the prompt, in the start file, or for cached lists.
  ///
  /// - Parameter isVisit: whether to store them outside the prompt, too.
  package func recordSeen(
    _ products: [ListingSnapshot], revision: Int?, isVisit: Bool = false
  ) {
    guard isVisit || scope.mode == .prompt, !scope.isInStartFile, source?.cachedClient == nil,
      let account = try? notebookAccount()
    else { return }
    try? notebook.record(seen: products, revision: revision, at: environment.now(), for: account)
  }

  /// Extends the current visit after a command that shows no listings.
  ///
  /// Writes at most once a minute.
  package func continueVisit() {
    guard let account = try? notebookAccount(), let visit,
      environment.now().milliseconds - visit.end.milliseconds > 60_000
    else { return }
    try? notebook.record(seen: [], revision: nil, at: environment.now(), for: account)
  }

  /// Stores that a listing exists, and its name.
  package func recordExisting(_ product: Product) {
    guard let account = try? notebookAccount() else { return }
    try? notebook.record(
      existing: [product.id: product.name], gone: [], at: environment.now(), for: account)
  }

  /// Marks a removed listing as gone; its star and notes stay.
  package func recordGone(_ id: Int) {
    guard let account = try? notebookAccount() else { return }
    try? notebook.record(existing: [:], gone: [id], at: environment.now(), for: account)
  }

  /// Moves the star and the notes of a listing to the one that replaces it.
  package func moveEntry(of old: Int, to product: Product) throws {
    try notebook.moveEntry(
      of: old, to: product.id, named: product.name, for: notebookAccount())
  }

  /// Stores a change by the seller, so that it is not reported as new at the next visit.
  package func recordOwn(_ product: Product) {
    guard let account = try? notebookAccount() else { return }
    try? notebook.record(own: ListingSnapshot(product), for: account)
  }
}
