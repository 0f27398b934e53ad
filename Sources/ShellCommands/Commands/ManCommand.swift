import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum ManCommand: Command {
  static let spec = CommandSpec(
    "man", aliases: ["설명서"], group: .shell, summary: "Print the manual page",
    discussion: "scripts/install puts it where man finds it: man market.",
    grammar: [], examples: ["man"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    .text(
      HelpManual(catalog: context.environment.catalog).page(
        version: context.environment.version, summary: "a shell for sellers on an Open Market",
        commands: context.shell.parser.commands, process: ProcessOptions.all,
        topics: HelpTopics.all()))
  }
}
