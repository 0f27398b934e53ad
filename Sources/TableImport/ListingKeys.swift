import CommandLanguage
import ListingChanges
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
  /// The rows without a key, by their folded names.
  private(set) var names: [String: Int] = [:]
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
    guard id == nil, code == nil, row.action != .add, let name = row.text(.name) else { return }
    names[Folding.folded(name), default: 0] += 1
  }

  /// The keys of all rows, as they are kept for the next file of a layout.
  var all: Set<String> { Set(codes.keys.map { "@\($0)" }).union(names.keys) }
}

/// The seller's listings that a table names.
struct KeyedListings: Sendable {
  private(set) var holders: [String: Int] = [:]
  private var codes: [Int: String] = [:]
  let codeCheck: CodeCheck
  private let products = KnownProducts()
  /// The ids of the seller's other listings, if they were asked for.
  private var others: [Int] = []
  /// The listings of each name that a row without a key has, and how many such rows there are.
  private var named: [String: [Int]] = [:]
  private let rowNames: [String: Int]

  /// Reads the listings by pages, because a request for each row would take too long.
  ///
  /// - Parameter withOthers: whether the listings that the table does not name are read as well.
  init(_ keys: TableKeys, withOthers: Bool, in context: CommandContext) async throws {
    let own = try context.market.ownShop()
    rowNames = keys.names
    if let account = try? context.market.notebookAccount() {
      for code in try context.market.notebook.codes(for: account) {
        holders[code.code] = code.listing
        codes[code.listing] = code.code
      }
    }
    codeCheck = CodeCheck(Array(holders.keys) + Array(keys.codes.keys))
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
        let name = Folding.folded(product.name)
        if keys.names[name] != nil { named[name, default: []].append(product.id) }
      }
    }
    named = named.mapValues { $0.sorted() }
  }

  /// What a row without a key means by its name.
  enum NameMatch {
    case none
    case listing(Int)
    /// Several listings or several rows have the name, so that it says too little.
    case several([Int])
  }

  /// Finds the listing of a row by its name.
  func match(named name: String) -> NameMatch {
    let name = Folding.folded(name)
    guard let ids = named[name] else { return .none }
    guard ids.count == 1, rowNames[name] == 1 else { return .several(ids) }
    return .listing(ids[0])
  }

  /// Whether a listing has the name of a row without a key.
  func hasListing(named name: String) -> Bool { named[Folding.folded(name)] != nil }

  /// The other listings that no row has got by its name.
  var rest: [Product] { others.compactMap { products[$0] } }

  /// The listings of the rest that have one of the keys of ``TableKeys/all``, in the order of their
  /// ids. A name is no key if several of them have it.
  func rest(ofKeys keys: Set<String>) -> [Product] {
    let rest = rest
    let names = rest.reduce(into: [:]) { $0[Folding.folded($1.name), default: 0] += 1 }
    return rest.filter { product in
      let name = Folding.folded(product.name)
      return codes[product.id].map { keys.contains("@\($0)") } ?? false
        || keys.contains(name) && names[name] == 1
    }.sorted { $0.id < $1.id }
  }

  /// A listing as it was read; nil if it was not, or if its row is planned.
  func known(_ id: Int) -> Product? { products[id] }

  /// Forgets a listing whose row is planned, because the plan has it then.
  func forget(_ id: Int) { products.forget(id) }

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

/// The listings that were read and are not in the plan.
private final class KnownProducts: Sendable {
  private let products = Mutex<[Int: Shared<Product>]>([:])

  subscript(id: Int) -> Product? { products.withLock { $0[id]?.value } }

  func keep(_ product: Product) { products.withLock { $0[product.id] = Shared(product) } }

  func forget(_ id: Int) { products.withLock { $0[id] = nil } }
}
