import Messages
import SellerSession

/// A market without pages for buyers.
struct NoPage: ReportedError {
  let market: String

  func report(at: MarketProfile?) -> ErrorReport {
    ErrorReport(
      "\(market) has no pages for buyers; a market that is served with `\(command: "serve")` has")
  }
}
