import CommandLanguage
import MarketRender
import Messages
import SellerSession

/// `on`, `off` or `body`.
enum TraceState: String, ChoiceValue {
  case on, off, body
}

enum TraceCommand: Command {
  static let state = Argument<TraceState?>(
    "state", help: "on, body for the answers too, or off; alone it tells which")

  static let spec = CommandSpec(
    "trace", group: .shell, summary: "Show each request as a curl command",
    discussion: """
      As --trace does for one command. A line can be pasted into a shell where OPENMARKET_SECRET \
      and OPENMARKET_IDENTIFIER are set, in the folder that holds the photos. Secrets are not shown.
      """,
    effect: .changesShell, grammar: [state], examples: ["trace on", "trace body", "trace off"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let state = input[state] else {
      let now = context.memory.trace
      return .reply("trace is \(now.map { $0 == .body ? "body" : "on" } ?? "off").")
    }
    context.memory.trace =
      switch state {
      case .on: .requests
      case .body: .body
      case .off: nil
      }
    return context.confirmation("trace is \(state.rawValue).")
  }
}
