import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

enum DraftsCommand: Command {
  static let spec = CommandSpec(
    "drafts", aliases: ["임시저장"], group: .sell,
    summary: "Show drafts of listings and changes",
    discussion: """
      A form that is left with Esc keeps what was typed as a draft, for each market and account; so \
      does one that could not be sent. add --draft NAME continues a new listing; edit 12 continues \
      the changes of listing 12.
      """,
    fields: ["draft", "name", "price", "photos", "listing", "time"], examples: ["drafts"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let drafts = try DraftStore(context.market).all()
    let dates = context.dates
    return .table(
      PlainTable(
        columns: [
          .init("draft", title: "draft"), .init("name", title: .listingName),
          .init("price", title: "price", alignment: .trailing),
          .init("photos", title: "photos", alignment: .trailing, dropOrder: 1),
          .init("listing", title: "listing", alignment: .trailing, dropOrder: 2),
          .init("time", title: "time", dropOrder: 0),
        ],
        rows: drafts.map { draft in
          [
            .text(draft.name), .text(draft.title),
            .text(draft.values["price"]?.first), .integer(draft.values["image"]?.count ?? 0),
            .integer(draft.listing?.id), .time(draft.savedAt, dates),
          ]
        },
        footer: drafts.first.map { draft in
          let name = Quoting.quote(draft.name)
          return """
            \(command: context.typedCommand.line(draft.command)) continues it, \
            \(command: context.typedCommand.line("drafts remove \(name)")) removes it.
            """
        },
        emptyState: try emptyState(in: context)))
  }

  /// Says where else drafts are, because a market does not show those of another one.
  private static func emptyState(in context: CommandContext) throws -> EmptyState {
    let current = try context.market.profile().name
    let elsewhere = try context.market.connections.markets().profiles.first { profile in
      profile.name != current && DraftStore(of: profile, context.market).count > 0
    }
    guard let elsewhere else {
      return EmptyState(reason: "No drafts. Leave a form with Esc to save one.", try: "add")
    }
    let count = DraftStore(of: elsewhere, context.market).count
    return EmptyState(
      reason: Message(
        count: count, one: "No drafts here, but 1 at \(elsewhere.name).",
        other: "No drafts here, but \(count) at \(elsewhere.name)."),
      try: "drafts --market \(Quoting.quote(elsewhere.name))")
  }
}

extension Draft {
  /// The command that continues it.
  var command: String {
    listing.map { "\(EditCommand.spec.name) \($0.id)" }
      ?? "\(AddCommand.spec.name) --draft \(Quoting.quote(name))"
  }
}
