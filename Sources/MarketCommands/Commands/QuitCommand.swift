import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum QuitCommand: Command {
  static let spec = CommandSpec(
    "quit", aliases: ["exit", "종료"], group: .shell, summary: "Leave", effect: .changesShell,
    traits: [.endsScript, .isAboutPrompt], examples: ["quit"])

  /// Ends the prompt, or the script that contains the command.
  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    context.memory.isLeaving = true
    return .none
  }
}
