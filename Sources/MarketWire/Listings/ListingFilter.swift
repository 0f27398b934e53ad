/// What a list is narrowed to and how it is ordered: the same rule for a market that does it itself
/// and for a client that has to (API 7).
public import Foundation

/// A shop that a list is narrowed to.
public enum VendorFilter: Hashable, Sendable {
  /// The market's number of the shop.
  case id(Int)
  /// Its name, compared exactly.
  case name(String)
}

/// Which listings of a market are meant. A listing of which a needed member is not known is not.
public struct ListingFilter: Hashable, Sendable {
  /// Part of the listing's or the shop's name, in any case; nil or empty is all.
  public var search: String?
  public var vendor: VendorFilter?
  public var currency: Currency?
  /// The least that a buyer pays, this amount included.
  public var minPrice: Decimal?
  /// The most that a buyer pays, this amount included.
  public var maxPrice: Decimal?
  /// Fewer pieces left than this.
  public var below: Int?
  /// Made at this moment or later.
  public var since: WireDate?
  /// Made before this moment.
  public var until: WireDate?
  public var isInStock = false
  public var isSoldOut = false
  public var isDiscounted = false

  /// All listings.
  public static let all = ListingFilter()

  public init() {}

  /// Whether a market without the `filter` extension can do it: it knows the search alone.
  public var isSearchOnly: Bool {
    var rest = self
    rest.search = nil
    return rest == .all
  }

  /// Whether the listing is meant.
  public func matches(_ product: Product) -> Bool {
    matchesShop(product) && matchesPrice(product) && matchesStock(product) && matchesDate(product)
      && (!isDiscounted || product.isDiscounted) && matchesSearch(product)
  }

  private func matchesSearch(_ product: Product) -> Bool {
    guard let search, !search.isEmpty else { return true }
    return Folding.isSubstring(
      Folding.folded(search),
      of: Folding.searchText(name: product.name, vendor: product.vendor.name))
  }

  private func matchesShop(_ product: Product) -> Bool {
    switch vendor {
    case .id(let id): product.vendor.id == id
    case .name(let name): product.vendor.name == name
    case nil: true
    }
  }

  private func matchesPrice(_ product: Product) -> Bool {
    if let currency, product.currency != currency { return false }
    guard minPrice != nil || maxPrice != nil else { return true }
    guard let price = product.salePrice?.amount else { return false }
    return (minPrice.map { price >= $0 } ?? true) && (maxPrice.map { price <= $0 } ?? true)
  }

  private func matchesStock(_ product: Product) -> Bool {
    guard isInStock || isSoldOut || below != nil else { return true }
    guard let stock = product.stock else { return false }
    return (!isInStock || stock > 0) && (!isSoldOut || stock == 0)
      && (below.map { stock < $0 } ?? true)
  }

  private func matchesDate(_ product: Product) -> Bool {
    guard since != nil || until != nil else { return true }
    guard let created = product.createdAtExact ?? product.createdAt else { return false }
    return (since.map { created >= $0 } ?? true) && (until.map { created < $0 } ?? true)
  }
}

/// The order of a list. Falling is the exact reverse of rising, ties included.
public struct ListingSort: Hashable, Sendable {
  /// What is compared; where that is equal, the listing's id is.
  public enum Key: String, CaseIterable, Sendable {
    /// The id, highest first when rising: the order of every market.
    case newest
    case oldest
    /// The folded name, by code points.
    case name
    /// The currency's code, then what the buyer pays.
    case price
    case stock
    /// The discount's share of the price.
    case discount
  }

  public var key: Key
  public var isDescending: Bool

  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// The order of every market without being asked.
  public static let newest = ListingSort(.newest)

  /// Whether it is the order of every market, so that nothing needs to be sorted.
  public var isDefault: Bool { self == .newest || self == ListingSort(.oldest, isDescending: true) }

  /// As the query writes it: `price`, `-price`.
  public var text: String { (isDescending ? "-" : "") + key.rawValue }

  /// Reads what ``text`` writes.
  public init?(text: String) {
    let isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: String(text.dropFirst(isDescending ? 1 : 0))) else { return nil }
    self.init(key, isDescending: isDescending)
  }
}
