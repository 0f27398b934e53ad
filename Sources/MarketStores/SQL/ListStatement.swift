import Foundation
import MarketService
import MarketWire
import SQLite

/// An SQL statement with its values.
struct BoundStatement: Hashable {
  let sql: String
  let values: [Value]
}

/// The SQL statements for a filtered or sorted list.
///
/// For SQLite each statement names its index. The filter and the sort alone determine which index
/// fits, while the choice of the query planner could change with the data.
struct ListStatement {
  /// The number of rows that ``summaryRows(after:)`` selects in PostgreSQL.
  static let summaryLimit = 20_000

  private let dialect: SQLDialect
  private let filter: ListingFilter
  private let sort: ListingSort
  private let hasVendor: Bool
  private let hasSearch: Bool
  private var conditions: [String] = []
  private var values: [Value] = []
  /// Whether the rows come from `product_gram` of SQLite, the newest first.
  private var hasGrams = false
  /// The searched pair of characters, if PostgreSQL counts its listings.
  private var countedPair: Int?

  /// - Parameters:
  ///   - vendorID: the id of the vendor that the filter names.
  ///   - hidden: the vendors whose listings are left out.
  init(
    _ filter: ListingFilter, sort: ListingSort = .newest, vendorID: Int?, hidden: Set<Int> = [],
    _ dialect: SQLDialect
  ) {
    self.dialect = dialect
    self.filter = filter
    self.sort = sort
    hasVendor = vendorID != nil
    hasSearch = filter.search?.isEmpty == false
    add("vendor_id =", vendorID.map { Value($0) })
    add("currency =", filter.currency.map { .text($0.rawValue) })
    add("bargain >=", filter.minPrice.map { .integer(PriceBound.tenThousandths($0, .up)) })
    add("bargain <=", filter.maxPrice.map { .integer(PriceBound.tenThousandths($0, .down)) })
    add("stock <", filter.below.map { Value($0) })
    if filter.isInStock { conditions.append("stock > 0") }
    if filter.isSoldOut { conditions.append("stock = 0") }
    if filter.isDiscounted { conditions.append("discount > 0") }
    add("created_at >=", filter.since.map { Value($0) })
    add("created_at <", filter.until.map { Value($0) })
    if !hidden.isEmpty { conditions.append(Self.visible(hidden)) }
    add(search: filter.search.map { Folding.folded($0) } ?? "")
  }

  private mutating func add(_ condition: String, _ value: Value?) {
    guard let value else { return }
    conditions.append("\(condition) \(place(value))")
  }

  /// The place of another value.
  private mutating func place(_ value: Value) -> String {
    values.append(value)
    return "$\(values.count)"
  }

  private mutating func add(search word: String) {
    guard !word.isEmpty else { return }
    let isAlone = conditions.isEmpty
    // A single character has no pairs. For SQLite the listings of a shop are few enough.
    let grams = dialect == .sqlite && hasVendor ? [] : Bigrams.of(word)
    let isPair = !grams.isEmpty && Bigrams.isPair(word)
    if !grams.isEmpty {
      hasGrams = dialect == .sqlite
      conditions.append(dialect.hasPairs(place(dialect.pairs(grams))))
    }
    // A pair is found by the index alone.
    if !isPair { conditions.append("\(dialect.position)(folded, \(place(.text(word)))) > 0") }
    if isAlone, isPair, dialect == .postgres { countedPair = grams.first }
  }

  /// The condition that leaves out vendors.
  static func visible(_ hidden: Set<Int>) -> String {
    guard !hidden.isEmpty else { return "true" }
    return "vendor_id NOT IN (\(hidden.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Whether the filter matches every listing.
  var matchesAll: Bool { conditions.isEmpty }

  /// Whether the filter matches every listing, apart from those of hidden vendors.
  var matchesVisible: Bool { filter == .all }

  /// Counts the matching listings.
  var count: BoundStatement {
    if let countedPair {
      return BoundStatement(
        sql: "SELECT live FROM gram_count WHERE gram = $1", values: [Value(countedPair)])
    }
    return BoundStatement(
      sql: "SELECT count(*) FROM \(source(countIndex)) \(condition)", values: values)
  }

  /// Selects the ids of the matching listings from `offset` on, in order.
  func ids(offset: Int, limit: Int) -> BoundStatement {
    BoundStatement(
      sql: """
        SELECT \(id) FROM \(source(sortIndex)) \(condition) ORDER BY \(order(id)) \
        LIMIT $\(values.count + 1) OFFSET $\(values.count + 2)
        """, values: values + [Value(limit), Value(offset)])
  }

  /// Selects the matching listings from `offset` on, in order.
  ///
  /// The ids are found first, so that the rows before the page are not read in full.
  func page(offset: Int, limit: Int) -> BoundStatement {
    let ids = ids(offset: offset, limit: limit)
    return BoundStatement(
      sql: """
        SELECT \(StoredProduct.columns) WHERE product.id IN (\(ids.sql)) \
        ORDER BY \(order("product.id"))
        """, values: ids.values)
  }

  /// Selects currency, final price, stock, discount, creation time and id of each matching listing.
  ///
  /// For SQLite the rows are in the order of the prices, except for a search or the listings of one
  /// shop. For PostgreSQL they are those after an id, in the order of ids, so that memory does not
  /// grow with the market.
  func summaryRows(after last: Int) -> BoundStatement {
    let columns = "SELECT currency, bargain, stock, discount, created_at, id FROM"
    guard dialect == .sqlite else {
      let all = conditions + ["id > $\(values.count + 1)"]
      return BoundStatement(
        sql: """
          \(columns) product WHERE \(all.joined(separator: " AND ")) ORDER BY id \
          LIMIT \(Self.summaryLimit)
          """, values: values + [Value(last)])
    }
    let isByPrice = !hasVendor && !hasSearch
    let table = source(isByPrice ? "product_price" : countIndex, readsRows: true)
    return BoundStatement(
      sql: "\(columns) \(table) \(condition)\(isByPrice ? " ORDER BY currency, bargain" : "")",
      values: values)
  }

  /// The tables that are read: an index of the listings, or the index for searches, with the
  /// listings that it names if it does not decide alone.
  private func source(_ index: String, readsRows: Bool = false) -> String {
    guard dialect == .sqlite else { return "product" }
    guard hasGrams else { return "product INDEXED BY \(index)" }
    let isAlone = conditions.count == 1 && !readsRows && isInOrderOfIDs
    return isAlone
      ? "product_gram" : "product_gram CROSS JOIN product ON product.id = product_gram.rowid"
  }

  private var isInOrderOfIDs: Bool { sort.key == .newest || sort.key == .oldest }

  /// The id, as the index for searches calls it.
  private var id: String { hasGrams ? "product_gram.rowid" : "id" }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  /// The index for the listings of a shop, which are few, or for a search, which needs the folded
  /// names; nil for all other lists.
  private var selectiveIndex: String? {
    if hasVendor { return "product_shop" }
    return hasSearch ? "product_folded" : nil
  }

  private var countIndex: String {
    if let selectiveIndex { return selectiveIndex }
    if filter.currency != nil { return "product_price" }
    let isByStock = filter.isSoldOut || filter.isInStock || filter.below != nil
    return isByStock ? "product_stock" : "product_recent"
  }

  private var sortIndex: String {
    if let selectiveIndex { return selectiveIndex }
    return switch sort.key {
    case .newest, .oldest: "product_recent"
    case .name: "product_name"
    case .price: "product_price"
    case .stock: "product_stock"
    case .discount: "product_share"
    }
  }

  private func order(_ id: String) -> String {
    let columns =
      switch sort.key {
      case .newest, .oldest: [id]
      case .name: ["folded_name", id]
      case .price: ["currency", "bargain", id]
      case .stock: ["stock", id]
      case .discount: ["share", id]
      }
    // The newest listings have the highest ids.
    let isDescending = sort.isDescending != (sort.key == .newest)
    return columns.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }
}
