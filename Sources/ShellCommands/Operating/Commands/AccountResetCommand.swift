import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountResetCommand: Command {
  static let name = Argument<Text>("name", help: "the name of the account")
  static let yes = Flag("yes", short: "y", help: "do not ask for confirmation")

  static let spec = CommandSpec(
    "account reset", aliases: ["계정 재발급"], group: .market,
    summary: "Give an account a new identifier and secret",
    discussion: """
      The old ones stop working at once; its listings stay. A disabled account stays disabled \
      until account enable.
      """,
    effect: .changesMarkets, traits: .isNeverProposed, fields: AccountAddCommand.spec.fields,
    grammar: [name, AccountAddCommand.data, yes], examples: ["account reset oak --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    try await context.console.confirm(
      "Give \(input[name].value) a new identifier and secret?", count: 1, isAnswered: input[yes])
    let account = try await context.environment.host.resetAccount(input[name].value, in: folder)
    if account.isDisabled {
      let command = AccountAddCommand.command(
        "account enable \(Quoting.quote(account.name))", for: input)
      context.console.report(
        "The account \(account.name) is still disabled; `\(command: command)` enables it.")
    }
    return AccountAddCommand.answer(account, in: context)
  }
}
