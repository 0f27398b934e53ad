import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import SellerSession

enum AccountLogCommand: Command {
  static let last = Option<Count>(
    "last", help: "only this many, the newest", default: Count(100),
    check: Count.within(1...10_000))

  static let spec = CommandSpec(
    "account log", aliases: ["계정 기록"], group: .market,
    summary: "Show what was done to accounts and listings",
    discussion: """
      For the operator of a market: each account that was added, reset, disabled, enabled, renamed \
      or removed, and each listing that account remove-listing removed, with the reason. The \
      market keeps the last 10,000 lines. The newest line comes last.
      """,
    fields: ["time", "action", "account", "detail", "reason"],
    grammar: [last, AccountAddCommand.data],
    examples: ["account log", "account log --last 1000 --json"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let folder = try input[AccountAddCommand.data].map(context.files.location)
    let events = try await context.environment.host.accountEvents(
      limit: input[last].value, in: folder)
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    return .table(
      PlainTable(
        columns: [
          .init("time", title: "time"), .init("action", title: "action"),
          .init("account", title: "account"), .init("detail", title: "detail", dropOrder: 1),
          .init("reason", title: "reason", dropOrder: 0),
        ],
        rows: events.map { event in
          [
            Cell(
              .string(event.date.exactText), display: "\(formatted: dates.local(event.date))"),
            Cell(.string(event.action), display: "\(command: event.action)"), .text(event.account),
            .text(event.detail), .text(event.reason),
          ]
        },
        emptyState: EmptyState(reason: "The account log is empty.")))
  }
}
