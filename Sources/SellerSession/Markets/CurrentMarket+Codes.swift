package import MarketRender
package import MarketWire
import Notebook
import OpenMarketClient

// The codes of the seller's shop in this market.
extension CurrentMarket {
  private var notebook: Notebook { session.notebook }

  private func account() throws -> Notebook.Account { try profile().notebookAccount }

  /// The listing with a code, or nil.
  package func listing(ofCode code: String) throws -> Int? {
    if let planned = scope.plan?.holder(ofCode: code) { return planned }
    return try notebook.listing(of: code, for: account())
  }

  /// The listing with a code.
  ///
  /// - Throws: ``SellerError/noSuchCode(_:nearest:)``.
  package func id(ofCode code: String) throws -> Int {
    if let id = try listing(ofCode: code) { return id }
    let near = try notebook.codes(similarTo: code, for: account(), limit: 1)
    throw SellerError.noSuchCode(code, nearest: near.first?.code)
  }

  /// The existing listing with a code, or nil. A removed listing does not keep its code.
  package func holder(ofCode code: String) async throws -> Int? {
    guard let id = try listing(ofCode: code) else { return nil }
    if id < 0 { return id }
    if case .some(.none) = scope.plan?.product(id) { return nil }
    return await isGone(id) ? nil : id
  }

  /// Whether the market itself says that it has no such listing. Any other error, such as one of a
  /// proxy, leaves that open.
  private func isGone(_ id: Int) async -> Bool {
    do throws(ClientError) {
      _ = try await openClient().product(id)
      return false
    } catch {
      return error.code == .notFound && error.message != nil
    }
  }

  private func openClient() async throws(ClientError) -> OpenMarketClient {
    do { return try await client() } catch { throw ClientError(.other, operation: .show) }
  }

  /// Gives a code to a listing.
  ///
  /// - Parameter moves: whether another listing may lose it.
  package func attach(code: String, to product: Product, moves: Bool = false) async throws {
    if let old = try listing(ofCode: code), old != product.id {
      let isFree = moves ? true : await isGone(old)
      if isFree { try notebook.removeCode(of: old, for: account()) }
    }
    try notebook.assign(code, to: product.id, for: account())
  }

  /// Gives the code of one listing to another.
  package func moveCode(of old: Product, to new: Product) throws {
    try notebook.moveCode(of: old.id, to: new.id, for: account())
  }

  package func releaseCode(of product: Product) throws {
    try notebook.removeCode(of: product.id, for: account())
  }

  /// The codes of listings by id; empty if the notebook cannot be read, so that looking at a market
  /// does not depend on it.
  package func codes() -> [Int: String] {
    let planned = scope.plan?.codes ?? [:]
    guard let account = try? account(), let known = try? notebook.codes(for: account)
    else { return planned }
    return Dictionary(known.map { ($0.listing, $0.code) }) { first, _ in first }
      .merging(planned) { $1 }
  }

  /// Listings with their codes.
  package func rows(_ products: [Product]) -> [ListingRow] {
    products.count == 1 ? [row(products[0])] : Self.rows(products, codes: codes())
  }

  package static func rows(_ products: [Product], codes: [Int: String]) -> [ListingRow] {
    products.map { ListingRow($0, code: codes[$0.id]) }
  }

  /// One listing with its code.
  package func row(_ product: Product) -> ListingRow {
    if let planned = scope.plan?.codes[product.id] { return ListingRow(product, code: planned) }
    let code = (try? account()).flatMap { try? notebook.code(of: product.id, for: $0) }
    return ListingRow(product, code: code)
  }
}
