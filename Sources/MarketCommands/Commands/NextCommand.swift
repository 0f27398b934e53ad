/// `next`: the page after of the last list.
import CommandLanguage
import MarketRender

enum NextCommand: Command {
  static let spec = CommandSpec(
    "next", aliases: [], group: .look, summary: "Show the page after of the last list",
    examples: ["next"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    try await session.turn { $0.page + 1 }
  }
}
