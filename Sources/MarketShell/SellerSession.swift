import SellerSession

/// The state that lasts from one command to the next, as separate parts.
struct SellerSession: Sendable {
  let access: MarketAccess
  let browser: ListingBrowser

  var core: SellerCore { access.core }

  init(environment: Environment) {
    access = MarketAccess(SellerCore(environment: environment))
    browser = ListingBrowser()
  }

  /// The session of a running command.
  init(of context: CommandContext) {
    access = context.market.access
    browser = context.listings.browser
  }
}
