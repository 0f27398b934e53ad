/// Help in the colours of the terminal.
import CommandLanguage
import MarketRender
import TerminalKit

/// Turns lines of help into styled text.
struct HelpScreen {
  private let help: Help
  private let theme: Theme

  init(session: Session) {
    let capabilities = session.capabilities(of: .output)
    theme = session.theme
    help = Help(width: min(capabilities.size.columns, 100), measure: DisplayWidth.of)
  }

  func explain(_ spec: CommandSpec) -> Output {
    .help(help.lines(for: spec).map(styled))
  }

  func overview(of specs: [CommandSpec]) -> Output {
    let lines = help.overview(of: specs, process: ProcessOptions.all).map(styled)
    let more = StyledText("help COMMAND", theme.command) + StyledText(" explains one.")
    return .help(lines + ["", more])
  }

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
