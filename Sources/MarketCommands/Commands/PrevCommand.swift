import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum PrevCommand: Command {
  static let spec = CommandSpec(
    "prev", aliases: ["이전"], group: .look, summary: "Show the previous page of the last list",
    traits: [.needsPage, .worksOffline], fields: ListingField.keys, examples: ["prev"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.turn { max($0.page - 1, 1) }
  }
}
