/// The user's choice of color: `--color auto|always|never`.
public enum ColorChoice: String, CaseIterable, Sendable {
  case auto
  case always
  case never
}

/// A window size in columns and rows.
public struct TerminalSize: Hashable, Sendable {
  public var columns: Int
  public var rows: Int

  public init(columns: Int, rows: Int) {
    self.columns = columns
    self.rows = rows
  }
}

public struct TerminalPixels: Hashable, Sendable {
  public var width: Int
  public var height: Int
}

/// The features of an output stream. Standard output and standard error have separate capabilities,
/// since either may be a pipe.
public struct Capabilities: Hashable, Sendable {
  public let isTerminal: Bool
  public let size: TerminalSize
  public let color: ColorLevel
  /// Whether escape sequences may be written. Never for `TERM=dumb`; for a pipe or file only where
  /// color is forced.
  public let escapes: Bool
  public let hyperlinks: Bool

  /// Derives the capabilities from the environment and the kind of stream.
  ///
  /// - Parameters:
  ///   - environment: the environment variables of the process.
  ///   - isTerminal: whether the stream is a terminal.
  ///   - window: the window size, nil if there is no window.
  ///   - choice: the `--color` option.
  public init(
    environment: [String: String], isTerminal: Bool, window: TerminalSize?,
    color choice: ColorChoice = .auto
  ) {
    let term = environment["TERM"] ?? ""
    let isDumb = term == "dumb"
    let wantsColor = Self.wantsColor(environment, isTerminal: isTerminal, choice: choice)
    self.isTerminal = isTerminal
    size = Self.size(environment, window: window)
    escapes = !isDumb && (isTerminal ? !term.isEmpty || wantsColor : wantsColor)
    color = wantsColor && !isDumb ? Self.level(environment) : .none
    hyperlinks = escapes && isTerminal && Self.supportsHyperlinks(environment)
  }

  public var ansi: ANSI { ANSI(color: color, attributes: escapes, hyperlinks: hyperlinks) }

  /// The size: `COLUMNS` and `LINES` if set, else the window size, else 80 by 24.
  private static func size(_ environment: [String: String], window: TerminalSize?) -> TerminalSize {
    func positive(_ name: String) -> Int? {
      environment[name].flatMap { Int($0) }.flatMap { (1...10_000).contains($0) ? $0 : nil }
    }
    let columns = window.flatMap { $0.columns > 0 ? $0.columns : nil }
    let rows = window.flatMap { $0.rows > 0 ? $0.rows : nil }
    return TerminalSize(
      columns: positive("COLUMNS") ?? columns ?? 80, rows: positive("LINES") ?? rows ?? 24)
  }

  /// Whether to write color. The first rule that applies decides: `--color`, `NO_COLOR`,
  /// `CLICOLOR_FORCE`, `CLICOLOR=0`, a terminal with a usable `TERM`.
  private static func wantsColor(
    _ environment: [String: String], isTerminal: Bool, choice: ColorChoice
  ) -> Bool {
    switch choice {
    case .always: return true
    case .never: return false
    case .auto: break
    }
    func value(_ name: String) -> String { environment[name] ?? "" }
    if !value("NO_COLOR").isEmpty { return false }
    if !value("CLICOLOR_FORCE").isEmpty && value("CLICOLOR_FORCE") != "0" { return true }
    if value("CLICOLOR") == "0" { return false }
    return isTerminal && !["", "dumb"].contains(value("TERM"))
  }

  /// Values of `TERM` that mean all colors and hyperlinks.
  private static let modernTerms = ["xterm-kitty", "xterm-ghostty", "alacritty", "foot", "wezterm"]

  private static func level(_ environment: [String: String]) -> ColorLevel {
    let term = environment["TERM"] ?? ""
    if ["truecolor", "24bit"].contains(environment["COLORTERM"] ?? "") { return .trueColor }
    if modernTerms.contains(term) || term.hasSuffix("-direct") { return .trueColor }
    return term.contains("256color") ? .ansi256 : .ansi16
  }

  /// Whether the terminal is known to support OSC 8 hyperlinks. Terminals cannot be asked about
  /// this. Inside a multiplexer it depends on the outer terminal, so links are off there.
  private static func supportsHyperlinks(_ environment: [String: String]) -> Bool {
    let term = environment["TERM"] ?? ""
    if term == "linux" || term.hasPrefix("screen") || term.hasPrefix("tmux") { return false }
    if modernTerms.contains(term) { return true }
    let programs = ["iTerm.app", "WezTerm", "vscode", "ghostty", "Hyper", "Tabby", "rio"]
    if programs.contains(environment["TERM_PROGRAM"] ?? "") { return true }
    if environment["WT_SESSION"] != nil || environment["KONSOLE_VERSION"] != nil { return true }
    return (Int(environment["VTE_VERSION"] ?? "") ?? 0) >= 5000
  }
}
