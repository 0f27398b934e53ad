import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum NextCommand: Command {
  static let spec = CommandSpec(
    "next", aliases: ["다음"], group: .look, summary: "Show the next page of the last list",
    traits: [.needsPage, .worksOffline], fields: ListingField.keys, examples: ["next"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.turn { $0.page + 1 }
  }
}
