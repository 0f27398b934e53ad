import CommandLanguage
import Formatting
import MarketRender
import MarketWire
import Messages
import SellerFiles
import SellerSession
import TerminalKit

enum RecentCommand: Command {
  static let number = Argument<Count?>("number", help: "the search to repeat, by its number")

  /// The fields of the recent searches.
  static let keys = ["number", "words", "time"]

  static let spec = CommandSpec(
    "recent", aliases: ["최근검색", "최근"], group: .keep,
    summary: "Show what you searched for, or repeat a search",
    discussion: """
      The newest search comes first; the last 50 are saved on this machine, for each market and \
      account. set keep-searches off saves none.
      """,
    traits: [.setsPage, .worksOffline], fields: keys + ListingField.keys,
    grammar: [number], examples: ["recent", "recent 1"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let number = input[number]?.value else { return .table(try table(in: context)) }
    let searches = try context.market.notebook.searches(for: context.market.notebookAccount())
    guard searches.indices.contains(number - 1) else {
      throw SellerError.noSuchSearch(number, count: searches.count)
    }
    return try await context.list(searchingFor: searches[number - 1].words)
  }

  /// The recent searches, the newest first.
  static func table(in context: CommandContext) throws -> PlainTable {
    let searches = try context.market.notebook.searches(for: context.market.notebookAccount())
    let dates = context.dates
    let isOff = !context.settings.preferences.keepsSearches
    return PlainTable(
      columns: [
        .init("number", title: "number", alignment: .trailing), .init("words", title: "words"),
        .init("time", title: "time", dropOrder: 0),
      ],
      rows: searches.enumerated().map { index, search in
        [.integer(index + 1), .text(search.words), .time(search.date, dates)]
      },
      footer: searches.isEmpty ? nil : "\(command: "recent 1") repeats the newest search.",
      emptyState: isOff
        ? EmptyState(
          reason: "Searches are not saved.", lead: "Save them", try: "set keep-searches on")
        : EmptyState(reason: "You have searched for nothing here yet.", try: "search mug"))
  }
}
