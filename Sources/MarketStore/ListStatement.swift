/// The statements behind a narrowed or ordered list, and the index that each of them walks.
import Foundation
import MarketWire
import SQLite

/// A statement with its values.
struct BoundStatement: Hashable {
  let sql: String
  let values: [Value]
}

/// How a list is found. The index is named in each statement: which one serves follows from the
/// question alone, and a guess of the database's planner would be another one tomorrow.
struct ListStatement {
  private let filter: ListingFilter
  private let sort: ListingSort
  private let conditions: [(sql: String, value: Value?)]
  private let hasVendor: Bool
  private let hasSearch: Bool

  /// - Parameter vendorID: the shop that the filter names, which was looked up.
  init(_ filter: ListingFilter, sort: ListingSort = .newest, vendorID: Int?) {
    self.filter = filter
    self.sort = sort
    hasVendor = vendorID != nil
    hasSearch = filter.search?.isEmpty == false
    conditions = Self.conditions(filter, vendorID: vendorID)
  }

  /// Whether every listing is meant.
  var matchesAll: Bool { conditions.isEmpty }

  /// How many listings are meant.
  var count: BoundStatement {
    statement("SELECT count(*) FROM product INDEXED BY \(countingIndex) \(condition)")
  }

  /// The numbers of the listings from `offset` on, in order.
  func ids(offset: Int, limit: Int) -> BoundStatement {
    statement(
      "SELECT id FROM product INDEXED BY \(orderedIndex) \(condition) ORDER BY \(order)"
        + " LIMIT ? OFFSET ?",
      [Value(limit), Value(offset)])
  }

  /// Currency, price to pay, stock, discount and moment of each listing that is meant, as a rule in
  /// the order of the prices.
  var facts: BoundStatement {
    let index = hasVendor || hasSearch ? countingIndex : "product_price"
    let order = hasVendor || hasSearch ? "" : " ORDER BY currency, bargain"
    return statement(
      "SELECT currency, bargain, stock, discount, created_at FROM product"
        + " INDEXED BY \(index) \(condition)\(order)")
  }

  private func statement(_ sql: String, _ more: [Value] = []) -> BoundStatement {
    BoundStatement(sql: sql, values: conditions.compactMap(\.value) + more)
  }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.map(\.sql).joined(separator: " AND ")
  }

  /// A shop's listings are few beside all others; names are searched where nothing else stands.
  private var narrowIndex: String? {
    if hasVendor { return "product_shop" }
    return hasSearch ? "product_folded" : nil
  }

  private var countingIndex: String {
    if let narrowIndex { return narrowIndex }
    if filter.currency != nil { return "product_price" }
    let isByStock = filter.isSoldOut || filter.isInStock || filter.below != nil
    return isByStock ? "product_stock" : "product_recent"
  }

  private var orderedIndex: String {
    if let narrowIndex { return narrowIndex }
    return switch sort.key {
    case .newest, .oldest: "product_recent"
    case .name: "product_name"
    case .price: "product_price"
    case .stock: "product_stock"
    case .discount: "product_share"
    }
  }

  private var order: String {
    let columns =
      switch sort.key {
      case .newest, .oldest: ["id"]
      case .name: ["folded_name", "id"]
      case .price: ["currency", "bargain", "id"]
      case .stock: ["stock", "id"]
      case .discount: ["share", "id"]
      }
    // The newest have the highest numbers.
    let isDescending = sort.isDescending != (sort.key == .newest)
    return columns.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }

  private static func conditions(
    _ filter: ListingFilter, vendorID: Int?
  ) -> [(sql: String, value: Value?)] {
    var found: [(sql: String, value: Value?)] = []
    func add(_ sql: String, _ value: Value?) {
      if let value { found.append((sql, value)) }
    }
    add("vendor_id = ?", vendorID.map { Value($0) })
    add("currency = ?", filter.currency.map { .text($0.rawValue) })
    add("bargain >= ?", filter.minPrice.map { .integer(tenThousandths($0, .up)) })
    add("bargain <= ?", filter.maxPrice.map { .integer(tenThousandths($0, .down)) })
    add("stock < ?", filter.below.map { Value($0) })
    if filter.isInStock { found.append(("stock > 0", nil)) }
    if filter.isSoldOut { found.append(("stock = 0", nil)) }
    if filter.isDiscounted { found.append(("discount > 0", nil)) }
    add("created_at >= ?", filter.since.map { .integer($0.milliseconds) })
    add("created_at < ?", filter.until.map { .integer($0.milliseconds) })
    if let word = filter.search, !word.isEmpty {
      add("instr(folded, ?) > 0", .text(Folding.folded(word)))
    }
    return found
  }

  /// The nearest amount that the store can hold, upwards or downwards.
  private static func tenThousandths(
    _ amount: Decimal, _ direction: NSDecimalNumber.RoundingMode
  ) -> Int64 {
    // Amounts have 12 digits before the point, so whatever is beyond 14 is beyond all of them.
    let bound = Decimal(sign: .plus, exponent: 14, significand: 1)
    guard amount < bound else { return .max }
    guard amount > -bound else { return .min }
    var rounded = Decimal()
    var source = amount
    NSDecimalRound(&rounded, &source, 4, direction)
    return Int64(NSDecimalNumber(decimal: rounded * 10_000).stringValue) ?? 0
  }
}
