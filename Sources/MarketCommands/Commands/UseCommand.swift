import CommandLanguage
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum UseCommand: Command {
  static let market = Argument<Text>("market", help: "a name, an address, or home").role(.market)
    .offering(.market)
  static let makesDefault = Flag("default", help: "start in this market from now on")

  static let spec = CommandSpec(
    "use", aliases: ["이동"], group: .market, summary: "Switch to another market",
    discussion:
      "Browsing needs no account; selling needs login. At home, an account is created for you.",
    effect: .changesMarkets, traits: [.switchesMarket, .isNotForFiles],
    grammar: [market, makesDefault], examples: ["use home", "use http://localhost:8080"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let profile = try context.market.connections.profile(named: input[market].value)
    let isSaved = try context.market.connections.markets()[profile.name] != nil
    let state = try await state(of: profile, isKnown: isSaved, in: context)
    let makesDefault = input[Self.makesDefault] && !context.isDryRun
    let wasDefault = try context.market.connections.markets().defaultName == profile.name
    if makesDefault {
      try context.market.connections.change { markets in
        if markets[profile.name] == nil { markets[profile.name] = profile }
        markets.defaultName = profile.name
      }
    }
    context.market.connections.currentName = isSaved ? profile.name : profile.url
    let isDefault = try context.market.connections.markets().defaultName == profile.name
    if isOnItsOwn(context), !isDefault {
      return answer(about: profile, name: isSaved ? profile.name : profile.url, state)
    }
    let scope: [Message] =
      switch (makesDefault, profile.isHome && !wasDefault) {
      case (false, _): []
      case (true, false): ["New shells and scripts start there, too."]
      case (true, true): ["\(profile.name) is the default again, also of new shells and scripts."]
      }
    let suggestions =
      profile.credentials == nil && !profile.isHome
      ? ["login \(isSaved ? profile.name : profile.url)"] : []
    return .reply(
      .list([place(of: profile)] + scope + state.sentences, .sentences), try: suggestions)
  }

  private static func place(of profile: MarketProfile) -> Message {
    if !profile.isHome, profile.credentials == nil {
      return "You are at \(profile.name), not signed in."
    }
    return profile.shop.map { "You are at \(profile.name) as \($0)." }
      ?? "You are at \(profile.name)."
  }

  /// The current health of a market.
  private enum State {
    case healthy, unhealthy, unreachable

    var sentences: [Message] {
      switch self {
      case .healthy: []
      case .unhealthy: ["It reports that it is not healthy."]
      case .unreachable: ["It cannot be reached; what you viewed today is still shown."]
      }
    }
  }

  /// Whether this is the only command of the session, so that no other can use the market.
  private static func isOnItsOwn(_ context: CommandContext) -> Bool {
    context.scope.mode == .script && !context.scope.isInScript
  }

  /// Says that a single command does not remember the market.
  private static func answer(about profile: MarketProfile, name: String, _ state: State) -> Output {
    let market = profile.name
    let notSaved: Message =
      state == .unreachable
      ? "\(market) was not saved as your market, because this is a single command."
      : "\(market) answers, but was not saved as your market, because this is a single command."
    return .reply(
      .list([notSaved] + state.sentences, .sentences),
      try: ["use \(Quoting.quote(name)) --default", "list --market \(Quoting.quote(name))"])
  }

  /// Returns the state of a market. Throws if an unknown market does not answer, since its name may
  /// be mistyped.
  private static func state(
    of profile: MarketProfile, isKnown: Bool, in context: CommandContext
  ) async throws -> State {
    let client = try await context.market.client(at: profile)
    do throws(ClientError) {
      return try await client.isHealthy() ? .healthy : .unhealthy
    } catch {
      guard isKnown, error.isUnanswered else { throw MarketFailure(error, at: profile) }
      return .unreachable
    }
  }
}
