import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum TraceState: String, ChoiceValue {
  case on, off, body
}

enum TraceCommand: Command {
  static let state = Argument<TraceState?>(
    "state", help: "on, body to include responses, or off; shows the current state if missing")

  static let spec = CommandSpec(
    "trace", aliases: ["요청표시"], group: .shell, summary: "Show each request as a curl command",
    discussion: """
      Like --trace for one command. A line can be pasted into a shell where OPENMARKET_SECRET \
      and OPENMARKET_IDENTIFIER are set, in the folder with the photos. Secrets are not shown.
      """,
    effect: .changesShell, grammar: [state], examples: ["trace on", "trace body", "trace off"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let state = input[state] else {
      let now = context.memory.trace
      return .reply(message(now.map { $0 == .body ? .body : .on } ?? .off))
    }
    context.memory.trace =
      switch state {
      case .on: .requests
      case .body: .body
      case .off: nil
      }
    return context.confirmation(message(state))
  }

  private static func message(_ state: TraceState) -> Message {
    switch state {
    case .on: "trace is on."
    case .off: "trace is off."
    case .body: "trace is on and includes responses."
    }
  }
}
