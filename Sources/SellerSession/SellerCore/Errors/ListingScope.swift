package import Messages

/// The set of listings that a filter was applied to. A nil count is unknown.
package enum ListingScope: Hashable, Sendable {
  /// The seller's listings.
  case own(Int?)
  /// The listings of a shop.
  case shop(String, Int?)
  /// The listings of the market.
  case market(Int?)
  /// The listings that a command names.
  case named(Int)

  /// As an object of a sentence: `your 40 listings`, `the 3 listings of Pines`.
  package var message: Message {
    switch self {
    case .own(nil): "your listings"
    case .own(let count?):
      Message(count: count, one: "your 1 listing", other: "your \(count) listings")
    case .shop(let name, nil): "the listings of \(name)"
    case .shop(let name, let count?):
      Message(
        count: count, one: "the 1 listing of \(name)", other: "the \(count) listings of \(name)")
    case .market(nil): "the listings here"
    case .market(let count?):
      Message(count: count, one: "the 1 listing here", other: "the \(count) listings here")
    case .named(let count):
      Message(count: count, one: "this listing", other: "these \(count) listings")
    }
  }
}
