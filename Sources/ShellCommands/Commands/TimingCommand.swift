import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum OnOff: String, ChoiceValue {
  case on, off
}

enum TimingCommand: Command {
  static let state = Argument<OnOff?>(
    "state", help: "on or off; shows the current state if missing")

  static let spec = CommandSpec(
    "timing", aliases: ["시간표시"], group: .shell, summary: "Show how long each command took",
    discussion:
      "Applies until the prompt or the script ends; set timing on applies to later ones, too.",
    effect: .changesShell, grammar: [state], examples: ["timing on", "timing"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    guard let state = input[state] else { return .reply(message(context.showsTiming ? .on : .off)) }
    context.memory.showsTiming = state == .on
    return context.confirmation(message(state))
  }

  private static func message(_ state: OnOff) -> Message {
    state == .on ? "timing is on." : "timing is off."
  }
}
