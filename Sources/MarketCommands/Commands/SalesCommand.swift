import CommandLanguage
import Formatting
import MarketRender
import Messages
import SellerSession
import TerminalKit

enum SalesCommand: Command {
  static let spec = CommandSpec(
    "sales", aliases: ["세일목록"], group: .sell, summary: "Show planned, running and ended sales",
    fields: ["sale", "state", "from", "until", "listings", "command"], examples: ["sales"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let dates = context.dates
    return .table(
      PlainTable(
        columns: [
          .init("sale", title: "sale", alignment: .trailing), .init("state", title: "state"),
          .init("from", title: "from"), .init("until", title: "until"),
          .init("listings", title: "listings", alignment: .trailing, dropOrder: 1),
          .init("command", title: "command", dropOrder: 0),
        ],
        rows: try context.sales().map { sale in
          [
            .integer(sale.number), .message(sale.state.word), .time(sale.from, dates),
            .time(sale.until, dates), .integer(sale.items.count), .command(sale.command),
          ]
        },
        emptyState: EmptyState(
          reason: "No sales.", try: "sale 20% --mine --until sun --dry-run")))
  }
}
