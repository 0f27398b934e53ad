import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum PageCommand: Command {
  static let number = Argument<Count>("number", help: "the number of the page, from 1")

  static let spec = CommandSpec(
    "page", aliases: ["쪽"], group: .look, summary: "Show another page of the last list",
    traits: [.needsPage, .worksOffline], fields: ListingField.keys, grammar: [number],
    examples: ["page 3"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    try await context.listings.turn { _ in input[number].value }
  }
}
