/// `prev`: the previous page of the last list.
import CommandLanguage
import MarketRender

enum PrevCommand: Command {
  static let spec = CommandSpec(
    "prev", group: .look, summary: "Show the previous page of the last list",
    traits: [.needsPage, .worksOffline], fields: ProductField.keys, examples: ["prev"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try await session.turn { max($0.page - 1, 1) }
  }
}
