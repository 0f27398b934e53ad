/// What a market answered that is not the one in use.
import OpenMarketClient

/// A failure that is told of the market where it happened, such as the one to sign in to.
struct MarketFailure: Error {
  let error: ClientError
  let market: MarketProfile

  init(_ error: ClientError, at market: MarketProfile) {
    self.error = error
    self.market = market
  }
}
