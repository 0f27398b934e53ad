import Foundation
import MarketWire

/// What a page of the list shows: each state has an address of its own.
struct WindowQuery: Hashable {
  static let itemsPerPage = 20
  /// Page numbers are added and multiplied; no market has as many pages.
  private static let numbers = 1...1_000_000

  /// The shop whose listings are shown; nil for those of the market.
  var shop: String?
  var search = ""
  var sort = ListingSort.newest
  var minPrice: Decimal?
  var maxPrice: Decimal?
  var currency: Currency?
  var isInStock = false
  var isGrid = false
  var number = 1

  /// The orders that a buyer can choose.
  static let sorts = ["newest", "price", "-price", "-discount", "name"].compactMap(ListingSort.init)

  init(shop: String? = nil) { self.shop = shop }

  /// Parses the query; what it does not understand, it ignores, because people type it.
  init(_ target: RequestTarget, shop: String? = nil) {
    self.shop = shop
    search = target["q"]?.trimmingCharacters(in: .whitespacesAndNewlines) ?? ""
    sort =
      target["sort"].flatMap(ListingSort.init).flatMap { Self.sorts.contains($0) ? $0 : nil }
      ?? .newest
    minPrice = Self.amount(target["min"])
    maxPrice = Self.amount(target["max"])
    let code = target["currency"]?.trimmingCharacters(in: .whitespaces).uppercased() ?? ""
    currency =
      code.utf8.count == 3 && code.utf8.allSatisfy { (65...90).contains($0) }
      ? Currency(rawValue: code) : nil
    isInStock = target["stock"] == "1"
    isGrid = target["view"] == "grid"
    number =
      target["page"].flatMap { Route.number($0) }
      .map { min(max($0, Self.numbers.lowerBound), Self.numbers.upperBound) } ?? 1
  }

  /// An amount as people type it: `10000`, `10,000`, `₩10,000`, `10 000원`, `1.5`.
  private static func amount(_ text: String?) -> Decimal? {
    guard let text, text.utf8.count <= 40 else { return nil }
    let compact = text.filter { !$0.isWhitespace }
    let isOutside = { (character: Character) in
      !character.isNumber && !".-".contains(character)
    }
    let number = String(compact.drop(while: isOutside).reversed().drop(while: isOutside).reversed())
    let digits = number.replacing(",", with: "")
    guard number.contains(/^(?:[0-9]*|[0-9]{1,3}(?:,[0-9]{3})+)(?:\.[0-9]+)?$/),
      (1...16).contains(digits.utf8.count)
    else { return nil }
    return Decimal(string: digits, locale: Locale(identifier: "en_US_POSIX"))
  }

  /// Whether other listings are left out than those of other shops, or their order is another one.
  var isNarrowed: Bool {
    var rest = self
    (rest.search, rest.isGrid, rest.number) = ("", false, 1)
    return rest != WindowQuery(shop: shop)
  }

  /// The same list on another page.
  func page(_ number: Int) -> WindowQuery {
    var other = self
    other.number = number
    return other
  }

  /// The same list in the other layout, as rows or as a grid.
  func layout(grid: Bool) -> WindowQuery {
    var other = self
    other.isGrid = grid
    return other
  }

  /// The items of the address, in a fixed order; none for the first page of all listings.
  var items: [(name: String, value: String)] {
    var items: [(name: String, value: String)] = []
    if !search.isEmpty { items.append(("q", search)) }
    if !sort.isDefault { items.append(("sort", sort.text)) }
    if let minPrice { items.append(("min", "\(minPrice)")) }
    if let maxPrice { items.append(("max", "\(maxPrice)")) }
    if let currency { items.append(("currency", currency.rawValue)) }
    if isInStock { items.append(("stock", "1")) }
    if isGrid { items.append(("view", "grid")) }
    if number > 1 { items.append(("page", "\(number)")) }
    return items
  }

  /// The items as they are in an address, with the question mark; empty without any.
  var text: String {
    let pairs = items.map { "\($0.name)=\(PercentEncoding.encode($0.value))" }
    return pairs.isEmpty ? "" : "?\(pairs.joined(separator: "&"))"
  }

  /// The same list as the API returns it.
  var list: PageRequest {
    var filter = ListingFilter()
    filter.search = search.isEmpty ? nil : search
    filter.vendor = shop.map { .name($0) }
    filter.minPrice = minPrice
    filter.maxPrice = maxPrice
    filter.currency = currency
    filter.isInStock = isInStock
    return PageRequest(
      ListProducts(
        pageNumber: number, itemsPerPage: Self.itemsPerPage, filter: filter, sort: sort))
  }
}
