import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum HelpCommand: Command {
  static let topic = Argument<[Text]>("command", help: "the command to explain")
    .offering(.command)
  static let markdown = Flag("markdown", help: "the table of commands in Markdown")

  static let spec = CommandSpec(
    "help", aliases: ["도움말"], group: .shell, summary: "Explain the commands",
    traits: .isAboutPrompt, grammar: [topic, markdown], examples: ["help", "help add"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let specs = CommandRegistry.all.map { $0.spec }
    if input[markdown] { return .text(Help().markdown(of: specs)) }
    let topic = input[topic].map(\.value)
    guard !topic.isEmpty else {
      return HelpScreen(context).overview(of: specs)
    }
    let name = topic.joined(separator: " ")
    if let spec = Parser(commands: specs).command(named: name) {
      return HelpScreen(context).explain(spec)
    }
    let below = specs.filter { $0.name.hasPrefix(name + " ") }
    guard below.isEmpty else { return HelpScreen(context).overview(of: below) }
    let nearest = NearMiss.nearest(to: name, among: specs.flatMap { [$0.name] + $0.aliases })
    throw SellerError.noSuchCommand(name, nearest: nearest)
  }
}
