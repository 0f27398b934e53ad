package import CommandLanguage
package import MarketRender
package import Messages
package import SellerSession
import TerminalKit

/// Turns lines of help into styled text in the colors of the terminal.
package struct HelpScreen {
  private let help: Help
  private let theme: Theme
  /// Whether help is read outside the prompt, where it begins with the usage of the program.
  private let isOutside: Bool

  package init(_ context: CommandContext) {
    self.init(
      columns: context.console.capabilities(of: .output).size.columns,
      theme: context.settings.theme, catalog: context.environment.catalog,
      isOutside: context.typedCommand.isOutside)
  }

  /// Creates help for a window of `columns`. Lines longer than 100 columns are hard to read.
  package init(
    columns: Int, theme: Theme = .dark, catalog: MessageCatalog = .english,
    isOutside: Bool = false
  ) {
    self.theme = theme
    self.isOutside = isOutside
    help = Help(width: min(columns, 100), catalog: catalog, measure: DisplayWidth.of)
  }

  package func explain(_ spec: CommandSpec) -> Output { .help(help.lines(for: spec).map(styled)) }

  package func explain(_ topic: HelpTopic) -> Output { .help(help.lines(for: topic).map(styled)) }

  package func overview(of specs: [CommandSpec], topics: [HelpTopic] = []) -> Output {
    let usage = isOutside && !topics.isEmpty ? Self.usage : []
    let lines = help.overview(
      of: specs, usage: usage, topics: topics, process: ProcessOptions.all
    ).map(styled)
    return .help(lines + [""] + help.lines(for: Self.more).map(styled))
  }

  private static let usage: [HelpTopic.Row] = [
    .init("market", "open the prompt"), .init("market list --mine", "run one command"),
    .init(term: "market -c 'list; show 12'", "run several commands"),
    .init(term: "market run FILE", "run a file of commands"),
  ]

  private static let more: Message =
    "Explain a command: \(command: "help edit"), a topic: \(command: "help money")"

  private func styled(_ line: HelpLine) -> StyledText {
    line.spans.reduce(into: StyledText()) { text, span in
      text.append(span.text, style(span.role))
    }
  }

  private func style(_ role: HelpLine.Role) -> Style {
    switch role {
    case .space, .text, .description: .plain
    case .heading: theme.title
    case .usage: .bold
    case .command, .parameter, .example: theme.command
    }
  }
}
