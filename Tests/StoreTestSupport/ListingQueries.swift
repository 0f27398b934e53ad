import Foundation
public import MarketWire

/// Filters and sorts that all stores are tested with.
public enum ListingQueries {
  /// Filters with each member alone, and some combinations.
  public static let filters: [(name: String, filter: ListingFilter)] = {
    var filters: [(String, ListingFilter)] = [("all", .all)]
    func add(_ name: String, _ change: (inout ListingFilter) -> Void) {
      var filter = ListingFilter.all
      change(&filter)
      filters.append((name, filter))
    }
    add("search") { $0.search = "머그" }
    add("shop") { $0.vendor = .id(2) }
    add("named shop") { $0.vendor = .name("red") }
    add("currency") { $0.currency = .usd }
    add("price") { ($0.minPrice, $0.maxPrice) = (20, 70) }
    add("currency and price") { ($0.currency, $0.minPrice) = (.krw, 50) }
    add("below") { $0.below = 3 }
    add("in stock") { $0.isInStock = true }
    add("sold out") { $0.isSoldOut = true }
    add("discounted") { $0.isDiscounted = true }
    add("since") { $0.since = WireDate(milliseconds: 500) }
    add("until") { $0.until = WireDate(milliseconds: 500) }
    add("search in a shop") { ($0.search, $0.vendor) = ("oak", .id(1)) }
    add("many members") { filter in
      filter.search = "m"
      filter.isInStock = true
      filter.maxPrice = 90
      filter.since = WireDate(milliseconds: 100)
    }
    return filters
  }()

  /// All sorts.
  public static let sorts = ListingSort.Key.allCases.flatMap { key in
    [ListingSort(key), ListingSort(key, isDescending: true)]
  }
}
