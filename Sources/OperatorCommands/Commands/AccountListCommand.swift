import CommandLanguage
import MarketRender
import Messages
import SellerSession
import TerminalKit

enum AccountListCommand: Command {
  static let spec = CommandSpec(
    "account list", aliases: ["계정 목록"], group: .market, summary: "List the accounts of your market",
    fields: ["vendor_id", "name", "disabled"], grammar: [AccountAddCommand.data],
    examples: ["account list"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let accounts = try await context.environment.host.accounts(in: folder)
    return .table(
      PlainTable(
        columns: [
          .init("vendor_id", title: "id", alignment: .trailing), .init("name", title: "name"),
          .init("disabled", title: "disabled"),
        ],
        rows: accounts.map { [.integer($0.vendorID), .text($0.name), .flag($0.isDisabled)] },
        emptyState: EmptyState(
          reason: "There are no accounts yet.", lead: "Create one", try: "account add NAME")))
  }
}
