/// `next`: the next page of the last list.
import CommandLanguage
import MarketRender

enum NextCommand: Command {
  static let spec = CommandSpec(
    "next", group: .look, summary: "Show the next page of the last list",
    traits: [.needsPage, .worksOffline], fields: ProductField.keys, examples: ["next"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try await session.turn { $0.page + 1 }
  }
}
