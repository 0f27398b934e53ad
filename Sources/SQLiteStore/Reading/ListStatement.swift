import Foundation
import MarketStore
import MarketWire
import SQLite

/// An SQL statement with its values.
struct BoundStatement: Hashable {
  let sql: String
  let values: [Value]
}

/// The SQL statements for a filtered or sorted list.
///
/// Each statement names its index. The filter and the sort alone determine which index fits, while
/// the choice of the query planner could change with the data.
struct ListStatement {
  private let filter: ListingFilter
  private let sort: ListingSort
  private let conditions: [(sql: String, value: Value?)]
  private let hasVendor: Bool
  private let hasSearch: Bool
  /// Whether the rows come from `product_gram`, the newest first.
  private let hasGrams: Bool

  /// - Parameters:
  ///   - vendorID: the id of the vendor that the filter names.
  ///   - hidden: the vendors whose listings are left out.
  init(
    _ filter: ListingFilter, sort: ListingSort = .newest, vendorID: Int?, hidden: Set<Int> = []
  ) {
    self.filter = filter
    self.sort = sort
    hasVendor = vendorID != nil
    hasSearch = filter.search?.isEmpty == false
    let word = filter.search.map { Folding.folded($0) } ?? ""
    // The listings of a shop are few, and a single character has no pairs.
    let grams = vendorID == nil ? Schema.gramCondition(of: word) : nil
    hasGrams = grams != nil
    let visible = hidden.isEmpty ? [] : [(sql: Self.visible(hidden), value: nil as Value?)]
    conditions = Self.conditions(filter, vendorID: vendorID, word: word, grams: grams) + visible
  }

  /// The condition that leaves out vendors, after a word; empty if there are none.
  static func visible(_ hidden: Set<Int>, after word: String = "") -> String {
    guard !hidden.isEmpty else { return "" }
    let ids = hidden.sorted().map(String.init).joined(separator: ", ")
    return word.isEmpty ? "vendor_id NOT IN (\(ids))" : "\(word) vendor_id NOT IN (\(ids))"
  }

  /// Whether the filter matches every listing.
  var matchesAll: Bool { conditions.isEmpty }

  /// Whether the filter matches every listing, apart from those of hidden vendors.
  var matchesVisible: Bool { filter == .all }

  /// Counts the matching listings.
  var count: BoundStatement {
    statement("SELECT count(*) FROM \(source(countIndex)) \(condition)")
  }

  /// Selects the ids of the matching listings from `offset` on, in order.
  func ids(offset: Int, limit: Int) -> BoundStatement {
    statement(
      "SELECT \(id) FROM \(source(sortIndex)) \(condition) ORDER BY \(order) LIMIT ? OFFSET ?",
      [Value(limit), Value(offset)])
  }

  /// Selects currency, final price, stock, discount and creation time of each matching listing.
  ///
  /// The rows are in the order of the prices, except for a search or the listings of one shop.
  var summaryRows: BoundStatement {
    let index = hasVendor || hasSearch ? countIndex : "product_price"
    let order = hasVendor || hasSearch ? "" : " ORDER BY currency, bargain"
    return statement(
      "SELECT currency, bargain, stock, discount, created_at"
        + " FROM \(source(index, readsRows: true)) \(condition)\(order)")
  }

  /// The tables that are read: an index of the listings, or the index for searches, with the
  /// listings that it names if it does not decide alone.
  private func source(_ index: String, readsRows: Bool = false) -> String {
    guard hasGrams else { return "product INDEXED BY \(index)" }
    let isAlone = conditions.count == 1 && !readsRows && isInOrderOfIDs
    return isAlone
      ? "product_gram" : "product_gram CROSS JOIN product ON product.id = product_gram.rowid"
  }

  private var isInOrderOfIDs: Bool { sort.key == .newest || sort.key == .oldest }

  /// The id, as the index for searches calls it.
  private var id: String { hasGrams ? "product_gram.rowid" : "id" }

  private func statement(_ sql: String, _ moreValues: [Value] = []) -> BoundStatement {
    BoundStatement(sql: sql, values: conditions.compactMap(\.value) + moreValues)
  }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.map(\.sql).joined(separator: " AND ")
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

  private var order: String {
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

  private static func conditions(
    _ filter: ListingFilter, vendorID: Int?, word: String, grams: Value?
  ) -> [(sql: String, value: Value?)] {
    var conditions: [(sql: String, value: Value?)] = []
    func add(_ sql: String, _ value: Value?) {
      if let value { conditions.append((sql, value)) }
    }
    add("vendor_id = ?", vendorID.map { Value($0) })
    add("currency = ?", filter.currency.map { .text($0.rawValue) })
    add("bargain >= ?", filter.minPrice.map { .integer(PriceBound.tenThousandths($0, .up)) })
    add("bargain <= ?", filter.maxPrice.map { .integer(PriceBound.tenThousandths($0, .down)) })
    add("stock < ?", filter.below.map { Value($0) })
    if filter.isInStock { conditions.append(("stock > 0", nil)) }
    if filter.isSoldOut { conditions.append(("stock = 0", nil)) }
    if filter.isDiscounted { conditions.append(("discount > 0", nil)) }
    add("created_at >= ?", filter.since.map { .integer($0.milliseconds) })
    add("created_at < ?", filter.until.map { .integer($0.milliseconds) })
    add("product_gram MATCH ?", grams)
    // A pair is found by the index alone.
    if !word.isEmpty, grams == nil || !Bigrams.isPair(word) {
      add("instr(folded, ?) > 0", .text(word))
    }
    return conditions
  }
}
