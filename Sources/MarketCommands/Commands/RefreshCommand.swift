import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum RefreshCommand: Command {
  static let spec = CommandSpec(
    "refresh", aliases: ["새로고침"], group: .look, summary: "Fetch the last list again",
    traits: [.needsPage, .worksOffline, .asksAgain], fields: ListingField.keys,
    examples: ["refresh"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.refresh()
  }
}
