/// Whole sessions at the line editor of the built program, looked at through a window.
import Foundation
import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(5)))
struct EditorTests {
  @Test(arguments: [40, 80, 140])
  func `a seller types a whole session`(columns: Int) async throws {
    try await Prompt.run(columns: columns, rows: 24) { terminal, _ in
      try await Self.changesALine(terminal)
      try await Self.looksBack(terminal)
      try await Self.picksFromAMenu(terminal)
      try await Self.writesKorean(terminal)
      try await Self.breaksALine(terminal)
      try await Self.answersAQuestion(terminal, columns)
      try await Self.pullsAtTheWindow(terminal, columns)
      terminal.type(PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      #expect(terminal.isGivenBack)
      #expect(terminal.screen.problems == [])
    }
  }

  private static func changesALine(_ terminal: PseudoTerminal) async throws {
    terminal.type("woami --filds")
    try await terminal.shows("market> woami --filds|")
    terminal.type("\u{1}\u{1B}[C")
    terminal.type("h")
    try await terminal.shows("market> wh|oami --filds")
    terminal.type("\u{1B}f\u{1B}f\u{1B}b\u{1B}[C\u{1B}[C")
    terminal.type("e")
    try await terminal.shows("market> whoami --fie|lds")
    terminal.type("\u{17}")
    try await terminal.shows("market> whoami |lds")
    terminal.type("\u{1F}")
    try await terminal.shows("market> whoami --fie|lds")
    try await terminal.isAsDrawnAfresh()
    terminal.type("\u{5} market")
    try await terminal.shows("market> whoami --fields market|")
    terminal.enter("")
    try await terminal.shows("market> whoami --fields market", "  market  home", "market> |")
  }

  private static func looksBack(_ terminal: PseudoTerminal) async throws {
    terminal.enter("list --per-page 3 --fields id")
    try await terminal.shows("120", "", "page 1 of 41 · next · page N", "market> |")
    terminal.type("who")
    try await terminal.shows("market> who|‹ami --fields market›")
    terminal.type("\u{1B}f")
    try await terminal.shows("market> whoami|‹ --fields market›")
    terminal.type("\u{1B}[C")
    try await terminal.shows("market> whoami --fields market|")
    terminal.type("\u{15}who")
    try await terminal.shows("market> who|‹ami --fields market›")
    terminal.type("\u{1B}[A")
    try await terminal.shows("market> whoami --fields market|")
    terminal.type("\u{15}\u{12}per")
    try await terminal.shows("market> list --|per-page 3 --fields id", "search: per")
    terminal.type("x")
    try await terminal.shows(
      "market> list --|per-page 3 --fields id", "search: perx (nothing found)")
    terminal.type("\u{7F}\r")
    try await terminal.shows("market> list --|per-page 3 --fields id")
    try await terminal.isAsDrawnAfresh()
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> list --per-page 3 --fields id^C", "market> |")
  }

  private static func picksFromAMenu(_ terminal: PseudoTerminal) async throws {
    terminal.type("show \t")
    try await terminal.waitFor("a menu of listings") { screen in
      screen.rows.contains("market> show") && screen.rows.contains { $0.hasPrefix("  122  쑥 비누 ") }
    }
    terminal.type("\u{1B}[B\u{1B}[B")
    try await terminal.waitFor("the second marked") { screen in
      screen.rows.contains { $0.hasPrefix("> 121  텃밭 모자 ") }
    }
    terminal.type("\u{7}")
    try await terminal.shows("market> show |‹<listing>›")
    terminal.type("\t\t\t\r")
    try await terminal.waitFor("the second picked") {
      $0.picture.last?.hasPrefix("market> show 121 |") == true
    }
    terminal.type("\u{15}")
    try await terminal.shows("market> |")
  }

  private static func writesKorean(_ terminal: PseudoTerminal) async throws {
    // A comment is dimmed as a hint is.
    terminal.type("# ")
    for jamo in ["\u{110E}", "\u{1161}", "\u{11B7}"] {
      terminal.type(jamo)
      try await terminal.waitFor("\(jamo) at the end") {
        $0.rows[$0.cursor.row].unicodeScalars.last == jamo.unicodeScalars.first
      }
    }
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}|")
    terminal.type("나무 컵")
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}나무 컵|")
    for part in ["👩", "\u{200D}", "🚀", "e", "\u{301}"] { terminal.type(part) }
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}나무 컵👩‍🚀e\u{301}|")
    try await terminal.isAsDrawnAfresh()
    terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}\u{7F}\u{7F}\u{7F}")
    try await terminal.shows("market> # |‹컵👩‍🚀e\u{301}›")
    terminal.type("\u{4}\u{4}")
    try await terminal.shows("market> # |‹e\u{301}›")
    try await terminal.isAsDrawnAfresh()
    terminal.type("\u{5}\u{15}")
    try await terminal.shows("market> |")
  }

  private static func breaksALine(_ terminal: PseudoTerminal) async throws {
    terminal.type("whoami --fields \\\r")
    try await terminal.shows("market> whoami --fields \\", "  ...> |")
    terminal.type("url\u{1B}[A")
    try await terminal.shows("market> who|ami --fields \\", "  ...> url")
    terminal.type("\u{1B}[B")
    try await terminal.shows("market> whoami --fields \\", "  ...> url|")
    try await terminal.isAsDrawnAfresh()
    terminal.enter("")
    try await terminal.shows("  url  http://market.local", "market> |")
    terminal.type("\u{1B}[A")
    try await terminal.shows("market> whoami --fields \\", "  ...> url|")
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> whoami --fields \\", "  ...> url^C", "market> |")
  }

  private static func answersAQuestion(_ terminal: PseudoTerminal, _ columns: Int) async throws {
    terminal.enter(
      "add --name \"Oak mug\" --price ₩12000 --description \"Turned from one piece.\""
        + " --image front.jpg --code M-1")
    try await terminal.shows("Shop name [oak]: |")
    terminal.enter("")
    try await terminal.waitFor("the shop and its listing") { screen in
      screen.rows.contains { $0.hasPrefix("added 123 @M-1 Oak mug") }
        && screen.picture.last == "market> |"
    }
    terminal.enter("remove @M-1")
    try await terminal.waitFor("the question") { screen in
      screen.rows.joined().filter { $0 != " " }.hasSuffix("Remove123Oakmugfromhomeasoak?[y/N]")
    }
    terminal.enter("n")
    try await terminal.shows("Nothing was done.", "market> |")
  }

  private static func pullsAtTheWindow(_ terminal: PseudoTerminal, _ columns: Int) async throws {
    let line = "show 122 # " + String(repeating: "참나무로 깎은 oak mug 👩‍🚀 ", count: 8)
    let back = 12
    terminal.type(line + String(repeating: "\u{1B}[D", count: back))
    for width in [columns, columns - 9, columns + 21, 17, columns] {
      let isOther = width != terminal.screen.size.columns
      let count = isOther ? terminal.bytes.count : 0
      if isOther { try terminal.resize(columns: width, rows: 24) }
      let letters = Array("market> " + line)
      let rows = Self.rows(of: letters, columns: width)
      let before = Self.rows(of: Array(letters.dropLast(back)), columns: width)
      let column = before.last.map { DisplayWidth.of($0) } ?? 0
      // The window may wrap what it has by itself so that it looks right before it is drawn.
      try await terminal.waitFor("the line in \(width) columns", after: count) { screen in
        let top = screen.cursor.row - before.count + 1
        return top >= 0 && screen.cursor.column == column
          && screen.rows[top...].prefix(rows.count).map { $0.filter { $0 != " " } }
            == rows.map { $0.filter { $0 != " " } }
          && screen.rows.count { $0.hasPrefix("market> show") } == 1
      }
      try await terminal.isAsDrawnAfresh()
    }
    terminal.type(PseudoTerminal.controlC)
    try await terminal.waitFor("an empty line") { $0.picture.last == "market> |" }
  }

  /// Letters in rows that are as full as they can be.
  private static func rows(of letters: [Character], columns: Int) -> [String] {
    var rows = [""]
    for letter in letters {
      if DisplayWidth.of(rows[rows.count - 1] + String(letter)) > columns { rows.append("") }
      rows[rows.count - 1].append(letter)
    }
    return rows
  }
}
