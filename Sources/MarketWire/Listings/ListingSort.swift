/// The order of a list (API 7.3); descending is the exact reverse of ascending, ties included.
///
/// ```swift
/// if let sort = ListingSort(text: "-price") { print(sort.sorted([product])) }
/// ```
public struct ListingSort: Hashable, Sendable {
  /// The sort keys; ties are broken by the id of the listing.
  public enum Key: String, CaseIterable, Sendable {
    /// The id, highest first: the default order of every market.
    case newest
    /// The id, lowest first.
    case oldest
    /// The case-folded name, by code points.
    case name
    /// The currency code, then what the buyer pays.
    case price
    /// The stock.
    case stock
    /// The discount as a share of the price.
    case discount
  }

  /// The sort key.
  public var key: Key
  /// Whether the order of the key is reversed.
  public var isDescending: Bool

  /// Creates an order, ascending by default.
  public init(_ key: Key, isDescending: Bool = false) {
    self.key = key
    self.isDescending = isDescending
  }

  /// The default order of every market.
  public static let newest = ListingSort(.newest)

  /// Whether this is the default order of every market, which needs no extension.
  public var isDefault: Bool {
    self == .newest || self == ListingSort(.oldest, isDescending: true)
  }

  /// The order as the query parameter `sort` spells it, such as `price` or `-price`.
  public var text: String { (isDescending ? "-" : "") + key.rawValue }

  /// Parses the form of ``text``; returns nil for any other text.
  public init?(text: String) {
    let isDescending = text.hasPrefix("-")
    guard let key = Key(rawValue: String(text.dropFirst(isDescending ? 1 : 0))) else { return nil }
    self.init(key, isDescending: isDescending)
  }
}
