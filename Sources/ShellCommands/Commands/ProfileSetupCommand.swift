import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum ProfileSetupCommand: Command {
  static let spec = CommandSpec(
    "profile setup", aliases: ["프로필 설정"], group: .market,
    summary: "Answer a few questions about your shop",
    discussion: """
      Asks for the name of your shop and its currency. An empty answer keeps what is in brackets; \
      Esc stops, and nothing is asked again.
      """,
    effect: .changesShell, traits: [.isAboutPrompt, .isNotForFiles], examples: ["profile setup"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard context.console.canAsk else {
      throw SellerError.needsTerminal("profile setup", instead: ["profile currency KRW"])
    }
    // Stopping counts as an answer, too: the banner does not name it again.
    try context.settings.change { $0.isSetUp = true }
    let settings = try context.settings.settings()
    let home = try context.market.connections.profile(named: MarketProfile.home.name)
    let shop = home.shop ?? settings.shop ?? context.environment.userName
    let name = try await answer(
      "Name of your shop, which buyers see [\(shop)]: ", usual: shop, .shop, in: context)
    let usual = (settings.currency ?? context.market.proposedCurrency).rawValue
    let currency = try await answer(
      "Currency of your prices (\(formatted: "KRW, USD, …")) [\(formatted: usual)]: ",
      usual: usual, .currency, in: context)
    _ = try await context.market.renameShopAtHome(to: name)
    try context.settings.change { settings in
      settings[.shop] = name
      settings[.currency] = currency
    }
    return .reply(
      "Saved: \(name), \(formatted: currency), at \(try context.market.profile().name).",
      try: ["add"])
  }

  /// Asks until the answer is valid; an empty one is the usual value.
  private static func answer(
    _ question: Message, usual: String, _ setting: Setting, in context: CommandContext
  ) async throws -> String {
    while true {
      guard let typed = try await context.console.ask(question) else { throw SellerError.declined }
      let text = typed.isEmpty ? usual : typed
      do throws(ValueProblem) {
        return try setting.canonical(text)
      } catch {
        context.console.report("\(error.message(typed: text)).")
      }
    }
  }
}
