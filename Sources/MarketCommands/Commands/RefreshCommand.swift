/// `refresh`: the last list, asked for again.
import CommandLanguage
import MarketRender

enum RefreshCommand: Command {
  static let answers = AnswerShape.products
  static let showsKept = true

  static let spec = CommandSpec(
    "refresh", group: .look, summary: "Ask for the last list again",
    examples: ["refresh"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try await session.refresh()
  }
}
