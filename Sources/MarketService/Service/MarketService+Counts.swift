/// How much is in the market.
import MarketStore

extension MarketService {
  /// Listings that are up, of all shops.
  public var listingCount: Int {
    get throws(ServiceError) { try translated { try store.read { try $0.productCount() } } }
  }
}
