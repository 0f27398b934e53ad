/// `use`: another market from here on.
import CommandLanguage
import MarketRender
import MarketWire
import OpenMarketClient

enum UseCommand: Command {
  static let market = Argument<Text>("market", help: "a name, an address, or home")
    .offering(.market)
  static let makesDefault = Flag("default", help: "start in it from now on")

  static let spec = CommandSpec(
    "use", group: .market, summary: "Go to another market",
    discussion:
      "Looking around needs no account; selling needs login (at home an account is made).",
    grammar: [market, makesDefault], examples: ["use home", "use http://localhost:8080"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    let profile = try session.profile(named: input[market].value)
    // A market that does not answer is not gone to: one stays where one is.
    let isHealthy = try await isHealthy(profile, in: session)
    if input[makesDefault], session.withState({ $0.rehearsal == nil }) {
      try session.changeMarkets { markets in
        if markets[profile.name] == nil { markets[profile.name] = profile }
        markets.defaultName = profile.name
      }
    }
    let isKept = try session.markets()[profile.name] != nil
    session.withState { state in
      state.currentName = isKept ? profile.name : profile.url
      state.lastList = nil
      state.page = nil
    }
    let isKnown = try session.markets().defaultName == profile.name
    if isOnItsOwn(session), !isKnown {
      return note(on: profile, name: isKept ? profile.name : profile.url, isHealthy)
    }
    let shop = profile.shop.map { " as \($0)" } ?? ""
    let state = isHealthy ? "" : notWell
    let suggestions =
      profile.credentials == nil && !profile.isHome
      ? ["login \(isKept ? profile.name : profile.url)"] : []
    return .message("You are at \(profile.name)\(shop).\(state)", try: suggestions)
  }

  private static let notWell = " It says that it is not well just now."

  /// Whether nothing follows that the market could be used by.
  private static func isOnItsOwn(_ session: Session) -> Bool {
    session.mode == .script && session.withState { $0.scripts == 0 }
  }

  /// One command is the whole session, so that going somewhere is forgotten with it.
  private static func note(
    on profile: MarketProfile, name: String, _ isHealthy: Bool
  ) -> Output {
    .message(
      "\(profile.name) answers, but nothing was kept: this command was all there is to do."
        + (isHealthy ? "" : notWell),
      try: ["use \(Quoting.quote(name)) --default", "list --market \(Quoting.quote(name))"])
  }

  private static func isHealthy(
    _ profile: MarketProfile, in session: Session
  ) async throws -> Bool {
    let client = try await session.client(at: profile)
    do throws(ClientError) {
      return try await client.isHealthy()
    } catch {
      throw MarketFailure(error, at: profile)
    }
  }
}
