import Foundation
import MarketStore
import MarketWire
import PostgreSQL

/// The SQL statements for a filtered or sorted list.
struct PostgresList {
  /// The values of the conditions; ``page`` and ``summary`` have two more.
  private(set) var values: [PostgresValue] = []
  private var conditions: [String] = []
  private let sort: ListingSort
  /// The searched pair of characters if the filter is a search for one pair and nothing else.
  private(set) var gram: Int?
  /// Whether the filter matches every listing, apart from those of hidden vendors.
  let matchesVisible: Bool

  /// - Parameters:
  ///   - vendorID: the id of the vendor that the filter names.
  ///   - hidden: the vendors whose listings are left out.
  init(
    _ filter: ListingFilter, sort: ListingSort = .newest, vendorID: Int?, hidden: Set<Int> = []
  ) {
    self.sort = sort
    matchesVisible = filter == .all
    if !hidden.isEmpty { conditions.append(Self.visible(hidden)) }
    add("vendor_id =", vendorID.map { PostgresValue($0) })
    add("currency =", filter.currency.map { .text($0.rawValue) })
    add("bargain >=", filter.minPrice.map { .integer(PriceBound.tenThousandths($0, .up)) })
    add("bargain <=", filter.maxPrice.map { .integer(PriceBound.tenThousandths($0, .down)) })
    add("stock <", filter.below.map { PostgresValue($0) })
    if filter.isInStock { conditions.append("stock > 0") }
    if filter.isSoldOut { conditions.append("stock = 0") }
    if filter.isDiscounted { conditions.append("discount > 0") }
    add("product.created_at >=", filter.since.map { .integer($0.milliseconds) })
    add("product.created_at <", filter.until.map { .integer($0.milliseconds) })
    let isOnlySearch = conditions.isEmpty
    guard let word = filter.search.map({ Folding.folded($0) }), !word.isEmpty else { return }
    add(search: word)
    if isOnlySearch, Bigrams.isPair(word) { gram = Bigrams.of(word).first }
  }

  /// The condition that leaves out vendors.
  static func visible(_ hidden: Set<Int>) -> String {
    guard !hidden.isEmpty else { return "true" }
    return "vendor_id NOT IN (\(hidden.sorted().map(String.init).joined(separator: ", ")))"
  }

  /// Whether the filter matches every listing.
  var matchesAll: Bool { conditions.isEmpty }

  /// Counts the matching listings.
  var count: String { "SELECT count(*) FROM product \(condition)" }

  /// Selects a page; the further values are its length and its offset.
  ///
  /// The ids are found first, so that the rows before the page are not read in full.
  var page: String {
    """
    SELECT \(StoredProduct.columns)
    WHERE product.id IN (
      SELECT id FROM product \(condition)
      ORDER BY \(order) LIMIT $\(values.count + 1) OFFSET $\(values.count + 2))
    ORDER BY \(order)
    """
  }

  /// Selects the values of a summary, and the id; the further values are an id, after which the rows
  /// begin, and their number.
  var summary: String {
    """
    SELECT currency, bargain, stock, discount, product.created_at, id
    FROM product WHERE \((conditions + ["id > $\(values.count + 1)"]).joined(separator: " AND "))
    ORDER BY id LIMIT $\(values.count + 2)
    """
  }

  private mutating func add(_ sql: String, _ value: PostgresValue?) {
    guard let value else { return }
    values.append(value)
    conditions.append("\(sql) $\(values.count)")
  }

  private mutating func add(search word: String) {
    let grams = Bigrams.of(word)
    // A single character has no pairs, so all rows are read.
    if !grams.isEmpty { add("grams @>", .integers(grams)) }
    if !Bigrams.isPair(word) {
      values.append(.user(word))
      conditions.append("strpos(folded, $\(values.count)) > 0")
    }
  }

  private var condition: String {
    conditions.isEmpty ? "" : "WHERE " + conditions.joined(separator: " AND ")
  }

  private var order: String {
    let columns =
      switch sort.key {
      case .newest, .oldest: ["product.id"]
      case .name: ["folded_name", "product.id"]
      case .price: ["currency", "bargain", "product.id"]
      case .stock: ["stock", "product.id"]
      case .discount: ["share", "product.id"]
      }
    // The newest listings have the highest ids.
    let isDescending = sort.isDescending != (sort.key == .newest)
    return columns.map { isDescending ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }
}
