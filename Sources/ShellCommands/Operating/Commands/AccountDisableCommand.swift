import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum AccountDisableCommand: Command {
  static let hide = Flag("hide", help: "take its listings from all lists and pages, too")

  static let spec = CommandSpec(
    "account disable", aliases: ["계정 중지"], group: .market, summary: "Disable an account",
    discussion: """
      Its requests are refused. Its listings stay, or are hidden with --hide. account enable \
      restores it as it was.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [
      AccountResetCommand.name, hide, AccountRemoveCommand.reason, AccountAddCommand.data,
      AccountResetCommand.yes,
    ],
    examples: ["account disable oak --yes", "account disable oak --hide --reason spam --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let name = input[AccountResetCommand.name].value
    try await context.console.confirm(
      "Disable the account \(name)?", count: 1,
      isAnswered: input[AccountResetCommand.yes])
    try await context.environment.host.setAccount(
      name, isDisabled: true, hides: input[hide],
      reason: input[AccountRemoveCommand.reason]?.value ?? "", in: folder)
    return .reply(
      input[hide]
        ? "The account \(name) is disabled, and its listings are hidden."
        : "The account \(name) is disabled.",
      try: [AccountAddCommand.command("account enable \(Quoting.quote(name))", for: input)])
  }
}
