import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum QuitCommand: Command {
  static let spec = CommandSpec(
    "quit", aliases: ["exit", "종료"], group: .shell, summary: "End the prompt or the script",
    effect: .changesShell,
    traits: [.endsScript, .isAboutPrompt], examples: ["quit"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    context.shell.quit(in: context)
    return .none
  }
}
