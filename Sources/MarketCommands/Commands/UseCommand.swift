import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum UseCommand: Command {
  static let market = Argument<Text>("market", help: "a name, an address, or home").role(.market)
    .offering(.market)
  static let makesDefault = Flag("default", help: "start in it from now on")

  static let spec = CommandSpec(
    "use", group: .market, summary: "Go to another market",
    discussion:
      "Looking around needs no account; selling needs login (at home an account is made).",
    effect: .changesMarkets, traits: [.switchesMarket, .runsInDryRun],
    grammar: [market, makesDefault], examples: ["use home", "use http://localhost:8080"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.connections.profile(named: input[market].value)
    let isKept = try context.connections.markets()[profile.name] != nil
    let state = try await state(of: profile, isKnown: isKept, in: context)
    if input[makesDefault], !context.isDryRun {
      try context.connections.change { markets in
        if markets[profile.name] == nil { markets[profile.name] = profile }
        markets.defaultName = profile.name
      }
    }
    context.connections.currentName = isKept ? profile.name : profile.url
    context.session.browser.forgetList()
    let isDefault = try context.connections.markets().defaultName == profile.name
    if isOnItsOwn(context), !isDefault {
      return note(on: profile, name: isKept ? profile.name : profile.url, state)
    }
    let shop = profile.shop.map { " as \($0)" } ?? ""
    let suggestions =
      profile.credentials == nil && !profile.isHome
      ? ["login \(isKept ? profile.name : profile.url)"] : []
    return .reply("You are at \(profile.name)\(shop).\(state.words)", try: suggestions)
  }

  /// The current health of a market.
  private enum State {
    case well, notWell, away

    var words: String {
      switch self {
      case .well: ""
      case .notWell: " It says that it is not well just now."
      case .away: " It cannot be reached just now; what was looked at of it today is still shown."
      }
    }
  }

  /// Whether this is the only command of the session, so that no other can use the market.
  private static func isOnItsOwn(_ context: CommandContext) -> Bool {
    context.scope.mode == .script && !context.scope.isInScript
  }

  /// Returns a note that a single command does not remember the market.
  private static func note(
    on profile: MarketProfile, name: String, _ state: State
  ) -> Output {
    let beginning = state == .away ? "Nothing" : "\(profile.name) answers, but nothing"
    return .reply(
      "\(beginning) was kept: this command was all there is to do.\(state.words)",
      try: ["use \(Quoting.quote(name)) --default", "list --market \(Quoting.quote(name))"])
  }

  /// Returns the state of a market. Throws if an unknown market does not answer, since its name may
  /// be mistyped.
  private static func state(
    of profile: MarketProfile, isKnown: Bool, in context: CommandContext
  ) async throws -> State {
    let client = try await context.market.client(at: profile)
    do throws(ClientError) {
      return try await client.isHealthy() ? .well : .notWell
    } catch {
      guard isKnown, error.isUnanswered else { throw MarketFailure(error, at: profile) }
      return .away
    }
  }
}
