/// Long answers on a terminal go to a pager: when, and to which.
import Foundation
import MarketRender
import TerminalKit

/// A text that is too long for the window.
public struct PagerRequest: Sendable {
  /// A command line of the outside shell.
  public let command: String
  public let text: String
  /// All of the pager's environment.
  public let variables: [String: String]
}

/// How a pager ended.
public enum PagerEnd: Hashable, Sendable {
  /// It showed the text, to its end or as far as the reader wished.
  case shown
  /// There is no such program, or it cannot be run.
  case notStarted
}

/// Decides about the pager; knows no terminal.
struct Pager {
  /// The command line; nil where there is to be none.
  let command: String?

  /// The first that applies: `MARKET_PAGER`, even empty; `set pager`; `PAGER`. Empty and `cat` are
  /// none.
  init(variables: [String: String], setting: String?) {
    let wished = variables["MARKET_PAGER"] ?? setting ?? variables["PAGER"] ?? ""
    let text = wished.trimmingCharacters(in: .whitespacesAndNewlines)
    command = text.isEmpty || text == "cat" ? nil : text
  }

  /// Whether a text fits a window of this size, with a line left for the next prompt.
  static func fits(_ text: StyledText, in size: TerminalSize) -> Bool {
    let columns = max(size.columns, 1)
    var rows = 0
    for line in text.lines {
      rows += max(1, (line.width + columns - 1) / columns)
      if rows >= size.rows { return false }
    }
    return true
  }

  /// What the pager sees of the world: all but the secret, and `LESS` as suits coloured text that
  /// may be short.
  static func variables(_ variables: [String: String]) -> [String: String] {
    var variables = variables
    variables["OPENMARKET_SECRET"] = nil
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    if variables["LV"] == nil { variables["LV"] = "-c" }
    return variables
  }
}

extension Session {
  /// Shows a text with the pager where there is one and the text is too long for the window.
  ///
  /// - Returns: false where nothing was shown, so that the text is still to be written.
  func page(_ text: StyledText) async -> Bool {
    let out = capabilities(of: .output)
    let isAlone = withState { $0.scripts == 0 && $0.running.isEmpty }
    guard isAlone, out.isTerminal, environment.terminal.isInteractive(.input), !isSpoken,
      !Pager.fits(text, in: out.size)
    else { return false }
    let pager = Pager(variables: environment.variables, setting: taste.pager)
    guard let command = pager.command else { return false }
    let request = PagerRequest(
      command: command, text: out.ansi.encode(text),
      variables: Pager.variables(environment.variables))
    if await environment.page(request) == .shown { return true }
    report("The pager \(command) cannot be run, so here is everything at once.")
    return false
  }
}
