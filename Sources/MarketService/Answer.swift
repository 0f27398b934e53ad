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

  /// The answer with URLs that begin with `base`.
  func response(base: BaseURL) -> HTTPResponse {
    switch self {
    case .created(let product): CreateProduct.response(product.product(base: base))
    case .detail(let product): ShowProduct.response(product.product(base: base))
    case .removalPath(let token):
      FindRemovalPath.response(
        RemovalPath("/" + MarketPath.products.joined(separator: "/") + "/" + token.text))
    }
  }
}
