/// The successful answer to a write, which may be kept and given again.
import MarketStore
import MarketWire

/// What a write answers.
enum Answer {
  /// 201.
  case created(StoredProduct)
  /// 200 with the listing in full.
  case detail(StoredProduct)
  /// 200 with the path that removes a listing.
  case removalPath(RemovalToken)

  /// The answer with a listing as `shown` makes it.
  func response(_ shown: (StoredProduct) -> Product) -> HTTPResponse {
    switch self {
    case .created(let product): CreateProduct.response(shown(product))
    case .detail(let product): ShowProduct.response(shown(product))
    case .removalPath(let token):
      FindRemovalPath.response(
        RemovalPath("/" + MarketPath.products.joined(separator: "/") + "/" + token.text))
    }
  }
}
