import CommandLanguage
import MarketRender
import Messages
import SellerFiles
import SellerSession

enum RecentClearCommand: Command {
  static let spec = CommandSpec(
    "recent clear", aliases: ["최근검색 지우기"], group: .keep, summary: "Delete the recent searches",
    effect: .writesFiles, traits: .isNeverProposed, examples: ["recent clear"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let count = try context.market.notebook.removeSearches(for: context.market.notebookAccount())
    return .reply(
      Message(count: count, one: "Deleted 1 search.", other: "Deleted \(count) searches."))
  }
}
