public import Foundation

/// A shop to filter by.
public enum VendorFilter: Hashable, Sendable {
  /// The id of the shop.
  case id(Int)
  /// The exact name of the shop; case matters.
  case name(String)
}

/// A filter for listings, with the same rules in a market and in a client that filters by itself
/// (API 7.3).
///
/// ```swift
/// var filter = ListingFilter()
/// filter.search = "mug"
/// filter.currency = .krw
/// filter.maxPrice = 20_000
/// print(filter.matches(product))
/// ```
///
/// All conditions must hold. A listing that lacks a needed member, such as the stock for
/// ``isInStock``, does not match. Prices are what the buyer pays (``Product/salePrice``).
public struct ListingFilter: Hashable, Sendable {
  /// A part of the name of the listing or the shop, in any case; nil or empty matches all.
  public var search: String?
  /// The shop that offers the listing.
  public var vendor: VendorFilter?
  /// The currency of the price.
  public var currency: Currency?
  /// The lowest price, inclusive, in the main unit of the currency.
  public var minPrice: Decimal?
  /// The highest price, inclusive, in the main unit of the currency.
  public var maxPrice: Decimal?
  /// An upper bound of the stock, exclusive.
  public var below: Int?
  /// The earliest creation date, inclusive.
  public var since: WireDate?
  /// The latest creation date, exclusive.
  public var until: WireDate?
  /// Whether the stock must be above 0.
  public var isInStock = false
  /// Whether the stock must be 0.
  public var isSoldOut = false
  /// Whether the discount must be above 0.
  public var isDiscounted = false

  /// The filter that matches all listings.
  public static let all = ListingFilter()

  /// Creates a filter that matches all listings.
  public init() {}

  /// Whether the filter works in every market: without the extension `filter`, a market can only
  /// search.
  public var isSearchOnly: Bool {
    var rest = self
    rest.search = nil
    return rest == .all
  }

  /// Returns whether the listing meets all conditions.
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
