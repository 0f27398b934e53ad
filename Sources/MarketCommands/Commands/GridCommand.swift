import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum GridCommand: Command {
  static let spec = CommandSpec(
    "grid", aliases: ["카드"], group: .look, summary: "Show the page on the screen as cards",
    traits: [.needsPage, .worksOffline], fields: ListingField.keys, examples: ["grid"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.lay(.grid)
  }
}
