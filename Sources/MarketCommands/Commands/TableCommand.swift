import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum TableCommand: Command {
  static let spec = CommandSpec(
    "table", aliases: ["표"], group: .look, summary: "Show the page on the screen as a table",
    traits: [.needsPage, .worksOffline], fields: ListingField.keys, examples: ["table"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.lay(.table)
  }
}
