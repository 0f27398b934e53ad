import CommandLanguage
import MarketRender
import Messages
import SellerSession

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

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let state = input[state] else {
      return .reply("timing is \(context.showsTiming ? "on" : "off").")
    }
    context.memory.showsTiming = state == .on
    return context.confirmation("timing is \(state.rawValue).")
  }
}
