import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import Synchronization

/// The keys of a table: which rows name which listings.
struct TableKeys {
  /// The row of each id and of each code.
  private(set) var ids: [Int: Int] = [:]
  private(set) var codes: [String: Int] = [:]
  private(set) var problems: [ImportProblem] = []
  private(set) var rowCount = 0
  /// Whether a price is written without its currency.
  private(set) var hasBarePrice = false

  /// Notes the keys of a row, and the problem if an earlier row has one of them.
  mutating func add(_ row: inout ImportRow) {
    rowCount += 1
    if !hasBarePrice {
      // Mistakes in the price are reported when the row is planned.
      var row = row
      hasBarePrice = row.amount(.price, current: nil).map { $0.currency == nil } ?? false
    }
    let (id, code) = (row.id, row.code)
    if let id, let first = ids.updateValue(row.number, forKey: id) {
      row.note("\(row.title(.id)): \(id) is also in row \(first)", at: .id)
    }
    if let code, let first = codes.updateValue(row.number, forKey: code) {
      row.note("\(row.title(.code)): \(quoted: code) is also in row \(first)", at: .code)
    }
    problems += row.problems
  }
}

/// The seller's listings that a table names.
struct KeyedListings: Sendable {
  private(set) var holders: [String: Int] = [:]
  private var codes: [Int: String] = [:]
  private let products = KnownProducts()
  /// The ids of the seller's other listings, if they were asked for.
  private(set) var others: [Int] = []

  /// Reads the listings by pages, because a request for each row would take too long.
  ///
  /// - Parameter withOthers: whether the listings that the table does not name are read as well.
  init(_ keys: TableKeys, withOthers: Bool, in context: CommandContext) async throws {
    let own = try context.market.ownShop()
    if let account = try? context.market.notebookAccount() {
      for code in try context.session.notebook.codes(for: account) {
        holders[code.code] = code.listing
        codes[code.listing] = code.code
      }
    }
    let wanted = Set(keys.ids.keys).union(keys.codes.keys.compactMap { holders[$0] })
    guard let own, !wanted.isEmpty || withOthers else { return }
    if !withOthers {
      try await context.listings.readOwnRows(of: wanted) { products.keep($0) }
      return
    }
    var filter = ListQuery.Filter()
    filter.isMine = true
    let request = try await context.listings.resolved(filter).request(perPage: 1000)
    for try await reading in try await context.market.client().pages(request) {
      for product in try context.market.value(of: reading).products where own.owns(product) {
        products.keep(product)
        if !wanted.contains(product.id) { others.append(product.id) }
      }
    }
  }

  /// A listing as it was read; nil if it was not.
  func known(_ id: Int) -> Product? { products[id] }

  /// The code of a listing.
  func code(of listing: Int) -> String? { codes[listing] }

  /// The seller's listing with an id, with the description if it is needed; nil if it does not exist.
  ///
  /// - Throws: `SellerError.notYours`.
  func own(
    _ id: Int, needsDescription: Bool, in context: CommandContext
  ) async throws -> Product? {
    var product = known(id)
    if product == nil || product?.description == nil && needsDescription {
      product = try await context.listings.existing(id, try await context.market.client())
      if let product { products.keep(product) }
    }
    guard let product else { return nil }
    guard try context.market.ownShop()?.owns(product) ?? false else {
      throw SellerError.notYours(
        id: id, name: product.name, seller: product.vendor.name,
        market: try context.market.profile().name)
    }
    return product
  }
}

/// The listings that were read, for rows that are planned side by side.
private final class KnownProducts: Sendable {
  private let products = Mutex<[Int: Product]>([:])

  subscript(id: Int) -> Product? { products.withLock { $0[id] } }

  func keep(_ product: Product) { products.withLock { $0[product.id] = product } }
}
