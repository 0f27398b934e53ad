import CommandLanguage
import MarketRender
import Messages
import SellerSession

enum HelpCommand: Command {
  static let subject = Argument<[Text]>(
    "topic", help: "a command or a topic, such as edit or money"
  )
  .offering(.helpSubject)
  static let markdown = Flag("markdown", help: "print the reference in Markdown")

  static let spec = CommandSpec(
    "help", aliases: ["도움말"], group: .shell, summary: "Explain commands and topics",
    traits: .isAboutPrompt, grammar: [subject, markdown],
    examples: ["help", "help add", "help money", "help photo save --markdown"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let topics = HelpTopics.all(keys: context.settings.preferences.keys.style)
    let name = input[subject].map(\.value).joined(separator: " ")
    let screen = HelpScreen(context)
    let document = HelpMarkdown(catalog: context.environment.catalog)
    let parser = context.shell.parser
    switch try subject(named: name, among: topics, parser) {
    case .everything:
      return input[markdown]
        ? .text(
          document.reference(
            commands: parser.commands, process: ProcessOptions.all, topics: topics))
        : screen.overview(of: parser.commands, topics: topics)
    case .command(let spec):
      return input[markdown] ? .text(document.sections(of: [spec])) : screen.explain(spec)
    case .commands(let specs):
      return input[markdown]
        ? .text(document.sections(of: specs)) : screen.overview(of: specs)
    case .topic(let topic):
      return input[markdown] ? .text(document.section(of: topic)) : screen.explain(topic)
    }
  }

  private enum Subject {
    case everything
    case command(CommandSpec)
    /// The commands that begin with the same word.
    case commands([CommandSpec])
    case topic(HelpTopic)
  }

  private static func subject(
    named name: String, among topics: [HelpTopic], _ parser: Parser
  ) throws(SellerError) -> Subject {
    if name.isEmpty { return .everything }
    if let spec = parser.command(named: name) { return .command(spec) }
    if let topic = topics.first(where: { $0.name == name.lowercased() || $0.koreanName == name }) {
      return .topic(topic)
    }
    let below = parser.commands(below: name)
    guard below.isEmpty else { return .commands(below) }
    let names =
      parser.commands.flatMap { [$0.name] + $0.aliases }
      + topics.flatMap { [$0.name] + [$0.koreanName].compactMap(\.self) }
    throw .noHelp(on: name, nearest: NearMiss.nearest(to: name, among: names))
  }
}
