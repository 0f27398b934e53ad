import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum AccountListCommand: Command {
  static let spec = CommandSpec(
    "account list", aliases: ["계정 목록"], group: .market, summary: "List the accounts of your market",
    fields: [
      "vendor_id", "name", "disabled", "hidden", "created", "last_used", "listings", "bytes",
    ], grammar: [AccountAddCommand.data],
    examples: ["account list"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let accounts = try await context.environment.host.accounts(in: folder)
    return .table(
      PlainTable(
        columns: [
          .init("vendor_id", title: "id", alignment: .trailing), .init("name", title: "name"),
          .init("disabled", title: "disabled"), .init("hidden", title: "hidden", dropOrder: 2),
          .init("created", title: "created", dropOrder: 0),
          .init("last_used", title: "last used", dropOrder: 3),
          .init("listings", title: "listings", alignment: .trailing, dropOrder: 4),
          .init("bytes", title: "size of pictures", alignment: .trailing, dropOrder: 1),
        ],
        rows: accounts.map(row),
        emptyState: EmptyState(
          reason: "There are no accounts yet.", lead: "Create one",
          try: AccountAddCommand.command("account add NAME", for: input))))
  }

  private static func row(_ account: HostedAccount) -> [Cell] {
    let usage = account.usage
    return [
      .integer(account.vendorID), .text(account.name), .flag(account.isDisabled),
      .flag(usage?.isHidden ?? false), .text(usage?.createdAt.dayText),
      .text(usage?.lastUsed?.dayText), .integer(usage?.listings), .bytes(usage?.bytes),
    ]
  }
}
