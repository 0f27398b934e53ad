import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountEnableCommand: Command {
  static let spec = CommandSpec(
    "account enable", aliases: ["계정 재개"], group: .market, summary: "Enable a disabled account",
    discussion: "Its identifier and secret stay the same, and hidden listings come back.",
    effect: .changesMarkets, grammar: [AccountResetCommand.name, AccountAddCommand.data],
    examples: ["account enable oak"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let name = input[AccountResetCommand.name].value
    try await context.environment.host.setAccount(
      name, isDisabled: false, hides: false, reason: "", in: folder)
    return .reply("The account \(name) is enabled; its identifier and secret are unchanged.")
  }
}
