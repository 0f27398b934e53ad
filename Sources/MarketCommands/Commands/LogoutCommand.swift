import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum LogoutCommand: Command {
  static let market = Argument<Text?>("market", help: "its name; by default the current market")
    .offering(.market)
  static let forget = Flag(
    "forget", help: "delete the address of the market and everything saved here of the account, too"
  )
  static let yes = Flag("yes", short: "y", help: "do not ask for confirmation")

  static let spec = CommandSpec(
    "logout", aliases: ["로그아웃"], group: .market, summary: "Sign out of a market",
    discussion: """
      Deletes the identifier and the secret from the file they are saved in; the address and your \
      codes stay for the next login. --forget deletes the address, too, and lists what else is \
      saved here of the account, such as codes, stars and notes, and asks before it deletes that. \
      Your listings in the market stay.
      """,
    effect: .changesMarkets, traits: [.isNeverProposed, .isNotForFiles],
    grammar: [market, forget, yes],
    examples: ["logout market.example --forget"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try context.market.connections.reread()
    let profile =
      try input[market].map { try context.market.connections.profile(named: $0.value) }
      ?? context.market.profile()
    let isSaved = try context.market.connections.markets()[profile.name] != nil
    let local = LocalTraces(of: profile, in: context)
    let hasTraces = input[forget] && !local.isEmpty
    guard profile.credentials != nil || hasTraces || input[forget] && isSaved && !profile.isHome
    else {
      return .reply("You are not signed in at \(profile.name).", try: ["markets"])
    }
    try await confirm(profile, isAnswered: input[yes], in: context)
    if hasTraces {
      context.console.report("Saved here of \(profile.name): \(local.list).")
      try await context.console.confirm("Delete all of it?", count: 1, isAnswered: input[yes])
    }
    if input[forget] {
      try local.remove()
    } else {
      try context.market.storeNumber(of: profile)
    }
    let isForgotten = input[forget] && !profile.isHome
    try context.market.connections.change(leaving: isForgotten ? profile : nil) { markets in
      guard var known = markets[profile.name] else { return }
      known.credentials = nil
      markets[profile.name] = isForgotten ? nil : known
      if isForgotten, markets.defaultName == profile.name {
        markets.defaultName = MarketProfile.home.name
      }
    }
    if isForgotten { return .reply("Deleted \(profile.name) from your markets.") }
    return .reply("Signed out of \(profile.name).", try: ["login \(profile.name)"])
  }

  /// Asks for confirmation. The secret of the home shop was generated here, so no other copy
  /// exists.
  private static func confirm(
    _ profile: MarketProfile, isAnswered: Bool, in context: CommandContext
  ) async throws {
    guard profile.isHome, !isAnswered else { return }
    guard context.console.canAsk else { throw SellerError.unconfirmedLogout(market: profile.name) }
    let shop = profile.shop ?? ""
    let command = "account reset \(Quoting.quote(shop))"
    context.console.report(
      "There is no copy of the secret of \(shop); \(command) creates a new one.")
    try await context.console.confirm("Sign out of \(shop) at home?", count: 1, isAnswered: false)
  }
}
