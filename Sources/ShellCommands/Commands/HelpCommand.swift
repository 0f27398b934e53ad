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
    func output(_ text: @autoclosure () -> String, or shown: @autoclosure () -> Output) -> Output {
      input[markdown] ? .text(text()) : shown()
    }
    if name.isEmpty {
      return output(
        document.reference(
          commands: parser.commands, process: ProcessOptions.all, topics: topics),
        or: screen.overview(of: parser.commands, topics: topics))
    }
    if let spec = parser.command(named: name) {
      return output(document.sections(of: [spec]), or: screen.explain(spec))
    }
    if let topic = topics.first(where: { $0.name == name.lowercased() || $0.koreanName == name }) {
      return output(document.section(of: topic), or: screen.explain(topic))
    }
    // The commands that begin with the same word.
    let below = parser.commands(below: name)
    guard below.isEmpty else {
      return output(document.sections(of: below), or: screen.overview(of: below))
    }
    let names =
      parser.commands.flatMap { [$0.name] + $0.aliases }
      + topics.flatMap { [$0.name] + [$0.koreanName].compactMap(\.self) }
    throw SellerError.noHelp(on: name, nearest: NearMiss.nearest(to: name, among: names))
  }
}
