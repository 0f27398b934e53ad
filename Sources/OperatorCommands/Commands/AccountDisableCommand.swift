import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountDisableCommand: Command {
  static let spec = CommandSpec(
    "account disable", aliases: ["계정 중지"], group: .market, summary: "Disable an account",
    discussion: """
      Its listings stay. account enable restores it as it was, account reset with a new secret.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [AccountResetCommand.name, AccountAddCommand.data, AccountResetCommand.yes],
    examples: ["account disable oak --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let name = input[AccountResetCommand.name].value
    try await context.console.confirm(
      "Disable the account \(name)?", count: 1,
      isAnswered: input[AccountResetCommand.yes])
    try await context.environment.host.setAccount(name, isDisabled: true, in: folder)
    return .reply(
      "The account \(name) is disabled.",
      try: ["account enable \(Quoting.quote(name))"])
  }
}
