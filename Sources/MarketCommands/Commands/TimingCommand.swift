/// `timing`: how long each command took.
import CommandLanguage
import MarketRender

/// `on` or `off`.
enum OnOff: String, ChoiceValue {
  case on, off
}

enum TimingCommand: Command {
  static let state = Argument<OnOff?>("state", help: "on or off; alone it tells which")

  static let spec = CommandSpec(
    "timing", group: .shell, summary: "Tell the time after each command",
    discussion: "It lasts until the prompt or the script ends; set timing on keeps it.",
    effect: .changesShell, grammar: [state], examples: ["timing on", "timing"])

  static func run(_ input: Input, in session: Session) async throws -> Output {
    guard let state = input[state] else {
      return .message("timing is \(session.showsTiming ? "on" : "off").")
    }
    session.withState { $0.showsTiming = state == .on }
    return session.confirmation("timing is \(state.rawValue).")
  }
}

extension Session {
  /// What a switch of the shell answers; nothing in the start file, which nobody watches.
  func confirmation(_ text: String) -> Output {
    withState { $0.isStarting } ? .none : .message(text)
  }

  /// Whether the time is told after each command.
  var showsTiming: Bool { withState { $0.showsTiming } ?? preferences.showsTiming }
}
