import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum LogoutCommand: Command {
  static let market = Argument<Text?>("market", help: "its name; the one in use otherwise")
    .offering(.market)
  static let forgets = Flag("forget", help: "forget the market itself, too")
  static let yes = Flag("yes", short: "y", help: "do not ask")

  static let spec = CommandSpec(
    "logout", group: .market, summary: "Sign out of a market",
    discussion: """
      The identifier and the secret are taken out of the file they were kept in; the address and \
      your codes stay, for the next login. With --forget the address goes, too, and you start at \
      home. Your listings stay up.
      """,
    effect: .changesMarkets, traits: .isNeverProposed, grammar: [market, forgets, yes],
    examples: ["logout market.example --forget"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try context.connections.reread()
    let profile =
      try input[market].map { try context.connections.profile(named: $0.value) }
      ?? context.market.profile()
    let isKept = try context.connections.markets()[profile.name] != nil
    guard profile.credentials != nil || input[forgets] && isKept && !profile.isHome else {
      return .reply("You are not signed in at \(profile.name).", try: ["markets"])
    }
    try await confirm(profile, isAnswered: input[yes], in: context)
    let goes = input[forgets] && !profile.isHome
    try context.connections.change(leaving: goes ? profile : nil) { markets in
      guard var known = markets[profile.name] else { return }
      known.credentials = nil
      markets[profile.name] = goes ? nil : known
      if goes, markets.defaultName == profile.name {
        markets.defaultName = MarketProfile.home.name
      }
    }
    if goes { return .reply("\(profile.name) is forgotten.") }
    return .reply("Signed out of \(profile.name).", try: ["login \(profile.name)"])
  }

  /// Asks for confirmation. The secret of the home shop was generated here, so no other copy
  /// exists.
  private static func confirm(
    _ profile: MarketProfile, isAnswered: Bool, in context: CommandContext
  ) async throws {
    guard profile.isHome, !isAnswered else { return }
    guard context.console.canAsk else { throw SellerError.notKept(market: profile.name) }
    let shop = UntrustedText(profile.shop ?? "").line
    context.console.report(
      "Nobody else knows the secret of \(shop); account reset \(Quoting.quote(shop)) makes a new one."
    )
    try await context.console.confirm("Sign out of \(shop) at home?", count: 1, isAnswered: false)
  }
}
