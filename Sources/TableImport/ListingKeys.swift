import CommandLanguage
import ListingChanges
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerFiles
import SellerSession
import Synchronization

/// The photos of a row, and what says whether it is new.
struct PhotoRow {
  let hasID: Bool
  let code: String?
  let name: String?
  let photos: [String]
}

/// The keys of a table: which rows name which listings.
struct TableKeys {
  /// The row of each id and of each code.
  private(set) var ids: [Int: Int] = [:]
  private(set) var codes: [String: Int] = [:]
  private(set) var problems: [ImportProblem] = []
  /// The codes of the rows without an id by their folded names; nil for a row without a key.
  private(set) var names: [String: [String?]] = [:]
  /// The rows with photos that have to be fetched, or all rows.
  private(set) var photoRows: [PhotoRow] = []
  private(set) var rowCount = 0
  /// Whether a price is written without its currency.
  private(set) var hasBarePrice = false

  /// Records the keys of a row, and reports the problem if an earlier row has one of them.
  ///
  /// - Parameter keepsPhotos: whether its photos are noted even if none has to be fetched.
  mutating func add(_ row: inout ImportRow, keepsPhotos: Bool) {
    rowCount += 1
    if !hasBarePrice {
      // Mistakes in the price are reported when the row is planned.
      var row = row
      hasBarePrice = row.amount(.price, current: nil).map { $0.currency == nil } ?? false
    }
    let (id, code) = (row.id, row.code)
    if let id, let first = ids.updateValue(row.number, forKey: id) {
      row.report("\(row.title(.id)): \(id) is also in row \(first)", at: .id)
    }
    if let code, let first = codes.updateValue(row.number, forKey: code) {
      row.report("\(row.title(.code)): \(quoted: code) is also in row \(first)", at: .code)
    }
    problems += row.problems
    let (photos, name) = (row.photos, row.text(.name))
    if keepsPhotos || photos.contains(where: PhotoNames.isURL) {
      photoRows.append(PhotoRow(hasID: id != nil, code: code, name: name, photos: photos))
    }
    guard id == nil, row.action != .add, row.action != .remove || code == nil, let name else {
      return
    }
    names[Folding.folded(name), default: []].append(code)
  }

  /// The keys of all rows, as they are kept for the next file of a layout.
  var all: Set<String> {
    Set(codes.keys.map { "@\($0)" }).union(names.filter { $0.value.contains(nil) }.keys)
  }
}

/// The seller's listings that a table names.
struct KeyedListings: Sendable {
  private(set) var holders: [String: Int] = [:]
  private var codes: [Int: String] = [:]
  let codeCheck: CodeCheck
  private let products = KnownProducts()
  /// The ids of the seller's other listings, if they were asked for.
  private var others: [Int] = []
  /// The listings of each name that a row without a known key has, and how many such rows there are.
  private var named: [String: [Int]] = [:]
  private let rowNames: [String: Int]
  /// The listings that rows name by a key.
  private let wanted: Set<Int>

  /// Reads the listings by pages, because a request for each row would take too long.
  ///
  /// - Parameters:
  ///   - byName: whether a row without a known key means the listing with its name.
  ///   - withOthers: whether the listings that the table does not name are read as well.
  init(
    _ keys: TableKeys, byName: Bool, withOthers: Bool, in context: CommandContext
  ) async throws {
    let own = try context.market.ownShop()
    var holders: [String: Int] = [:]
    if let account = try? context.market.notebookAccount() {
      for code in try context.market.notebook.codes(for: account) {
        holders[code.code] = code.listing
        codes[code.listing] = code.code
      }
    }
    self.holders = holders
    codeCheck = CodeCheck(Array(holders.keys) + Array(keys.codes.keys))
    wanted = Set(keys.ids.keys).union(keys.codes.keys.compactMap { holders[$0] })
    rowNames = (byName ? keys.names : [:]).mapValues { codes in
      codes.count { code in code.map { holders[$0] == nil } ?? true }
    }.filter { $0.value > 0 }
    guard let own, !wanted.isEmpty || withOthers || !rowNames.isEmpty else { return }
    if !withOthers, rowNames.isEmpty {
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
        if rowNames[name] != nil { named[name, default: []].append(product.id) }
      }
    }
    named = named.mapValues { $0.sorted() }
  }

  /// What a row without a known key means by its name.
  enum NameMatch: Equatable {
    case none
    case listing(Int)
    /// Several listings or several rows have the name, so that it says too little.
    case several([Int])
  }

  /// Finds the listing of a row by its name: with a new code only the one listing without a code, which
  /// gets it.
  func match(named name: String, code: String?) -> NameMatch {
    let name = Folding.folded(name)
    let found = named[name] ?? []
    let ids = code == nil ? found : found.filter { codes[$0] == nil && !wanted.contains($0) }
    if ids.count == 1, rowNames[name] == 1, !wanted.contains(ids[0]) { return .listing(ids[0]) }
    return ids.isEmpty || code != nil ? .none : .several(ids)
  }

  /// Whether a row without an id will probably be a new listing.
  func isNew(code: String?, name: String?) -> Bool {
    if let code, holders[code] != nil { return false }
    return name.map { match(named: $0, code: code) == .none } ?? true
  }

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
