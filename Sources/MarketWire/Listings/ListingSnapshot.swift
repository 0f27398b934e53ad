/// The price and stock of a listing at one moment, to find out later what has changed.
public struct ListingSnapshot: Hashable, Sendable {
  /// The id of the listing.
  public var id: Int
  /// What a buyer pays.
  public var price: Money?
  /// The number of items.
  public var stock: Int?

  /// Creates a snapshot from its values.
  public init(id: Int, price: Money?, stock: Int?) {
    self.id = id
    self.price = price
    self.stock = stock
  }

  /// Creates a snapshot of a listing.
  public init(_ product: Product) {
    self.init(id: product.id, price: product.salePrice ?? product.price, stock: product.stock)
  }

  /// Returns what has changed since this snapshot: the price, the availability, both or neither.
  ///
  /// A value that one of the snapshots lacks counts as unchanged, and so does a stock that is
  /// neither 0 now nor was 0 before.
  public func updates(to new: ListingSnapshot) -> [ListingUpdate] {
    var updates: [ListingUpdate] = []
    if let price, let now = new.price, price != now {
      updates.append(.price(from: price, to: now))
    }
    if let stock, let now = new.stock, (stock == 0) != (now == 0) {
      updates.append(now == 0 ? .soldOut : .restocked(now))
    }
    return updates
  }
}

/// A change of a listing that buyers and sellers look for.
public enum ListingUpdate: Hashable, Sendable {
  /// The listing is new.
  case added
  /// The price that a buyer pays has changed, perhaps with its currency.
  case price(from: Money, to: Money)
  /// The last item was sold.
  case soldOut
  /// The listing was sold out and has this many items now.
  case restocked(Int)
  /// Something else has changed, or it is not known what.
  case edited

  /// One word for programs.
  public var word: String {
    switch self {
    case .added: "new"
    case .price(let old, let new) where old.currency == new.currency:
      new.amount > old.amount ? "price_up" : "price_down"
    case .price: "price"
    case .soldOut: "sold_out"
    case .restocked: "restocked"
    case .edited: "edited"
    }
  }
}
