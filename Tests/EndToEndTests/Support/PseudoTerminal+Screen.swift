import Foundation
import MarketTestSupport
import TerminalKit
import Testing

extension PseudoTerminal {
  /// Waits until the last rows on the screen are these; see ``ScreenModel/markedRows``.
  func shows(
    _ rows: String...,
    sourceLocation: SourceLocation = #_sourceLocation
  ) async throws {
    try await waitFor(rows.joined(separator: "\n"), sourceLocation) { screen in
      screen.markedRows.suffix(rows.count) == rows[...]
    }
  }

  /// Waits until the screen matches and more than `count` bytes have arrived.
  func waitFor(
    _ wanted: String, after count: Int = 0,
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ matches: @escaping @Sendable (ScreenModel) -> Bool
  ) async throws {
    try await awaitScreen(wanted, after: count, sourceLocation, matches)
    #expect(takeProblems() == [], sourceLocation: sourceLocation)
  }

  /// Waits as ``waitFor(_:after:_:_:)`` does, but does not look at the problems of the screen.
  func awaitScreen(
    _ wanted: String, after count: Int = 0,
    _ sourceLocation: SourceLocation = #_sourceLocation,
    _ matches: @escaping @Sendable (ScreenModel) -> Bool
  ) async throws {
    do {
      try await wait { seen in
        seen.bytes.count > count && matches(seen.feed.screen) ? () : nil
      } missing: {
        "\(wanted)\nbut:\n" + $0.feed.screen.markedRows.joined(separator: "\n")
      }
    } catch WaitError.ended(let text), WaitError.timedOut(let text) {
      Issue.record("the screen never showed:\n\(text)", sourceLocation: sourceLocation)
      throw WaitError.timedOut("the window")
    }
  }

  /// Clears the screen with Ctrl-L and checks that the program draws the same rows again, from the
  /// row with the prompt on.
  func matchesRedraw(sourceLocation: SourceLocation = #_sourceLocation) async throws {
    let old = screen
    let top = try #require(old.rows.lastIndex { $0.hasPrefix("market> ") })
    let count = bytes.count
    type("\u{C}")
    let wanted = Array(old.markedRows[top...])
    try await wait { seen in
      // The same rows may have been at the top before.
      let isCleared = Data(seen.bytes[count...]).range(of: Data("\u{1B}[2J".utf8)) != nil
      return isCleared && seen.feed.screen.markedRows == wanted ? () : nil
    } missing: {
      "a redraw of\n" + wanted.joined(separator: "\n") + "\nbut:\n"
        + $0.feed.screen.markedRows.joined(separator: "\n")
    }
    let new = screen
    for row in top..<old.size.rows {
      for column in 0..<old.size.columns {
        let (was, now) = (
          old.cell(row: row, column: column), new.cell(row: row - top, column: column)
        )
        let isSame =
          was == now
          || [was, now].allSatisfy { ($0?.text ?? " ") == " " && ($0?.style ?? .plain) == .plain }
        #expect(isSame, "row \(row - top), column \(column)", sourceLocation: sourceLocation)
      }
    }
  }
}

extension ScreenModel {
  /// The rows down to the last one that is not empty. `|` marks the cursor, and ‹…› the dimmed text
  /// after it, such as a hint.
  var markedRows: [String] {
    var rows = self.rows
    while rows.last == "", rows.count - 1 > cursor.row { rows.removeLast() }
    var marked = ""
    var isDim = false
    for column in 0...size.columns {
      let cell = column < size.columns ? self.cell(row: cursor.row, column: column) : nil
      if column == cursor.column { marked += "|" }
      let dims =
        (column == cursor.column || isDim) && cell?.style.attributes.contains(.dim) == true
      if dims != isDim { marked += dims ? "‹" : "›" }
      isDim = dims
      if column < size.columns { marked += cell?.text ?? " " }
    }
    if rows.indices.contains(cursor.row) {
      while marked.last == " " { marked.removeLast() }
      rows[cursor.row] = marked
    }
    return rows
  }
}
