package import OpenMarketClient

/// A failure at a market other than the one in use, such as the one to sign in to.
package struct MarketFailure: ReportedError {
  package let error: ClientError
  package let market: MarketProfile

  package init(_ error: ClientError, at market: MarketProfile) {
    self.error = error
    self.market = market
  }

  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = error.report(at: self.market)
    for index in report.sentences.indices { report.sentences[index].culprit = nil }
    return report
  }
}
