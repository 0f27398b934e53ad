import MarketWire

/// The result of a successful write, from which its response and the stored response are made.
enum WriteResult {
  /// 201 with the detail object.
  case created(StoredProduct)
  /// 200 with the detail object.
  case detail(StoredProduct)
  /// 200 with the path that removes a listing.
  case removalPath(RemovalToken)

  /// The response, with the listing as `format` returns it.
  func response(_ format: (StoredProduct) -> Product) -> HTTPResponse {
    var response =
      switch self {
      case .created(let product): CreateProduct.response(format(product))
      case .detail(let product): ShowProduct.response(format(product))
      case .removalPath(let token):
        FindRemovalPath.response(
          RemovalPath("/" + MarketPath.products.joined(separator: "/") + "/" + token.text))
      }
    response.facts.listing = listing
    return response
  }

  private var listing: Int {
    switch self {
    case .created(let product), .detail(let product): product.id
    case .removalPath(let token): token.id
    }
  }
}
