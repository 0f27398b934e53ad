/// Long answers on a terminal go to a pager: when, and to which.
import Foundation
import MarketRender
package import TerminalKit

/// Which pager, and what it sees of the world.
public struct PagerRequest: Sendable {
  /// A command line of the outside shell.
  public let command: String
  /// All of the pager's environment.
  public let variables: [String: String]

  package init(command: String, variables: [String: String]) {
    self.command = command
    self.variables = variables
  }
}

/// A pager that runs.
public struct PagerRun: Sendable {
  /// Hands it more text; false when the reader has left.
  public let write: @Sendable (String) async -> Bool
  /// Waits until the reader has left; false where the text has come to its end before, where the
  /// pager turns out not to run, and where the task is cancelled.
  public let isLeft: @Sendable () async -> Bool
  /// Ends the text and waits until the reader leaves.
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
  /// It showed the text, to its end or as far as the reader wished.
  case shown
  /// There is no such program, or it cannot be run.
  case notStarted
}

/// Decides about the pager; knows no terminal.
package struct Pager {
  /// The command line; nil where there is to be none.
  package let command: String?

  /// The first that applies: `MARKET_PAGER`, even empty; `set pager`; `PAGER`. Empty and `cat` are
  /// none.
  package init(variables: [String: String], setting: String?) {
    let wished = variables["MARKET_PAGER"] ?? setting ?? variables["PAGER"] ?? ""
    let text = wished.trimmingCharacters(in: .whitespacesAndNewlines)
    command = text.isEmpty || text == "cat" ? nil : text
  }

  /// Whether lines fit a window of this size, with one left for the next prompt.
  package static func fits(_ lines: [StyledText], in size: TerminalSize) -> Bool {
    let columns = max(size.columns, 1)
    // That of the prompt.
    var rows = 1
    for line in lines {
      rows += max(1, (line.width + columns - 1) / columns)
      if rows >= size.rows { return false }
    }
    return true
  }

  /// What the pager sees of the world: all but the secret, `LESS` as suits colored text that may be
  /// short, and which letters it gets, whatever the locale says or is missing to say.
  package static func variables(_ variables: [String: String]) -> [String: String] {
    var variables = variables
    variables["OPENMARKET_SECRET"] = nil
    if variables["LESS"] == nil { variables["LESS"] = "FRX" }
    if variables["LESSCHARSET"] == nil { variables["LESSCHARSET"] = "utf-8" }
    if variables["LV"] == nil { variables["LV"] = "-c" }
    return variables
  }
}
