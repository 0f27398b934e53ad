import CommandLanguage
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum DraftsCommand: Command {
  static let spec = CommandSpec(
    "drafts", aliases: ["임시저장"], group: .sell, summary: "Show the listings that you began to add",
    discussion: """
      A form that is left with Esc keeps what was typed as a draft, for each market and account; so \
      does one whose listing could not be sent. add --draft NAME continues it.
      """,
    fields: ["draft", "name", "price", "photos", "time"], examples: ["drafts"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let drafts = try DraftStore(context.market).all()
    let dates = DateText(now: context.environment.now(), timeZone: context.environment.timeZone)
    return .table(
      PlainTable(
        columns: [
          .init("draft", title: "draft"), .init("name", title: "name"),
          .init("price", title: "price", alignment: .trailing),
          .init("photos", title: "photos", alignment: .trailing, dropOrder: 1),
          .init("time", title: "time", dropOrder: 0),
        ],
        rows: drafts.map { draft in
          [
            .text(draft.name), .text(draft.values["name"]?.first),
            .text(draft.values["price"]?.first), .integer(draft.values["image"]?.count ?? 0),
            Cell(
              .string(draft.savedAt.exactText), display: dates.since(moment: draft.savedAt)),
          ]
        },
        footer: drafts.first.map { draft in
          let name = Quoting.quote(draft.name)
          let add = context.typedCommand.line("add --draft \(name)")
          return """
            \(command: add) continues it, \
            \(command: context.typedCommand.line("drafts remove \(name)")) removes it.
            """
        },
        emptyState: EmptyState(
          reason: "No drafts. A form that is left with Esc keeps one.", try: "add")))
  }
}
