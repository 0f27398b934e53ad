import Foundation
import MarketRender
package import TerminalKit

/// The command and the environment of a pager.
public struct PagerRequest: Sendable {
  /// The command line for the system shell.
  public let command: String
  /// The complete environment of the pager.
  public let variables: [String: String]

  package init(command: String, variables: [String: String]) {
    self.command = command
    self.variables = variables
  }
}

/// A running pager.
public struct PagerRun: Sendable {
  /// Sends more text; returns false if the reader has quit.
  public let write: @Sendable (String) async -> Bool
  /// Waits until the reader has quit; returns false if the text ends first, if the pager fails to
  /// run, or if the task is cancelled.
  public let isLeft: @Sendable () async -> Bool
  /// Ends the text and waits until the reader quits.
  public let finish: @Sendable () async -> PagerEnd

  public init(
    write: @escaping @Sendable (String) async -> Bool,
    isLeft: @escaping @Sendable () async -> Bool,
    finish: @escaping @Sendable () async -> PagerEnd
  ) {
    self.write = write
    self.isLeft = isLeft
    self.finish = finish
  }
}

/// How a pager ended.
public enum PagerEnd: Hashable, Sendable {
  /// It showed the text, to its end or until the reader quit.
  case shown
  /// The program does not exist or cannot be run.
  case notStarted
}

/// Decides whether to use a pager, and which; independent of the terminal.
package struct Pager {
  /// The command line; nil for no pager.
  package let command: String?
  /// Whether it is `less` by default; then it is no error if it is not installed.
  package let isDefault: Bool

  /// Uses the first of `OPENMARKET_PAGER`, even if empty; `set pager`; `PAGER`; `less`. An empty
  /// value and `cat` mean no pager.
  package init(variables: [String: String], setting: String?) {
    let chosen = variables["OPENMARKET_PAGER"] ?? setting ?? variables["PAGER"]
    isDefault = chosen == nil
    let requested = chosen ?? "less -FRX"
    let text = requested.trimmingCharacters(in: .whitespacesAndNewlines)
    command = text.isEmpty || text == "cat" ? nil : text
  }

  /// Whether lines fit a window of this size, with one row left for the next prompt.
  package static func fits(_ lines: [StyledText], in size: TerminalSize) -> Bool {
    let columns = max(size.columns, 1)
    // The row of the prompt.
    var rows = 1
    for line in lines {
      rows += max(1, (line.width + columns - 1) / columns)
      if rows > size.rows { return false }
    }
    return true
  }

  /// The pager's environment: everything except the secret, `LESS` with options for colored and
  /// short text, and the character set, independent of the locale.
  package static func variables(_ variables: [String: String]) -> [String: String] {
    var variables = variables
    variables["OPENMARKET_SECRET"] = nil
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    if variables["LESSCHARSET"] == nil { variables["LESSCHARSET"] = "utf-8" }
    if variables["LV"] == nil { variables["LV"] = "-c" }
    return variables
  }
}
