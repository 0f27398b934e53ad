/// `grid`: the page on the screen as cards.
import CommandLanguage
import MarketRender

enum GridCommand: Command {
  static let spec = CommandSpec(
    "grid", group: .look, summary: "Show the page on the screen as cards",
    traits: [.needsPage, .worksOffline], fields: ProductField.keys, examples: ["grid"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try await session.lay(.grid)
  }
}
