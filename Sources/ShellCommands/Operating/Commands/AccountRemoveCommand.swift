import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AccountRemoveCommand: Command {
  static let reason = Option<Text?>("reason", help: "why; kept in the account log")

  static let spec = CommandSpec(
    "account remove", aliases: ["계정 삭제"], group: .market,
    summary: "Remove an account with all its listings",
    discussion: """
      It cannot be undone; account disable --hide takes the listings from view and keeps them. \
      Another shop can take the name.
      """,
    effect: .changesMarkets, traits: .isNeverProposed,
    grammar: [AccountResetCommand.name, reason, AccountAddCommand.data, AccountResetCommand.yes],
    examples: ["account remove oak --yes"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let name = input[AccountResetCommand.name].value
    let host = context.environment.host
    let found = try await host.accounts(in: folder).first { $0.name == name }
    let listings = found?.usage?.listings ?? 0
    try await context.console.confirm(
      Message(
        count: listings, one: "Remove the account \(name) and its listing?",
        other: "Remove the account \(name) and its \(listings) listings?"),
      count: max(1, listings), isAnswered: input[AccountResetCommand.yes])
    let removed = try await host.removeAccount(name, reason: input[reason]?.value ?? "", in: folder)
    if folder == nil { try context.market.forgetShopAtHome(named: name) }
    return .reply(
      Message(
        count: removed, one: "Removed the account \(name) and 1 listing.",
        other: "Removed the account \(name) and \(removed) listings."))
  }
}
