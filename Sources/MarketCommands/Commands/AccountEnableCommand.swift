import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountEnableCommand: Command {
  static let spec = CommandSpec(
    "account enable", group: .market, summary: "Take again what a disabled account sends",
    discussion: "Its identifier and secret are as they were.",
    effect: .changesMarkets, grammar: [AccountResetCommand.name, AccountAddCommand.data],
    examples: ["account enable oak"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.path)
    let name = input[AccountResetCommand.name].value
    try await context.environment.host.setAccount(name, isDisabled: false, in: folder)
    return .reply("The account \(name) may write, with the identifier and secret that it has.")
  }
}
