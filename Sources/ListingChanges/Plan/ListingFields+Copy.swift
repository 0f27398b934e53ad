package import MarketWire

extension ListingFields {
  /// The fields of a new listing like an existing one, which must be known in full.
  package init(copying product: Product) {
    self.init(name: product.name, price: product.price?.amount, currency: product.currency)
    description = product.description
    stock = product.stock
    discount = product.discount?.amount
    if discount == nil, let price = product.price, let left = product.salePrice {
      discount = price.amount - left.amount
    }
  }

  /// The members that the market did not send, so that they cannot be copied.
  package var unknownMembers: [String] {
    [
      ("description", description == nil), ("price", price == nil),
      ("currency", currency == nil || currency == .unknown), ("discount", discount == nil),
      ("stock", stock == nil),
    ].filter(\.1).map(\.0)
  }
}
