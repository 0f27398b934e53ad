import Foundation
import MarketTestSupport
import TerminalKit
import Testing

@Suite(.timeLimit(.minutes(60)))
struct EditorTests {
  @Test(arguments: [40, 80, 140])
  func `a whole session at the prompt`(columns: Int) async throws {
    try await Prompt.run(columns: columns, rows: 24) { terminal, _ in
      try await Self.editsLine(terminal)
      try await Self.searchesHistory(terminal)
      try await Self.choosesFromMenu(terminal)
      try await Self.typesKorean(terminal)
      try await Self.typesMultilineCommand(terminal)
      try await Self.answersQuestion(terminal, columns)
      try await Self.resizesWindow(terminal, columns)
      terminal.type(PseudoTerminal.controlD)
      #expect(try await terminal.exit().exit == .code(0))
      #expect(terminal.isRestored)
      #expect(terminal.screen.problems == [])
    }
  }

  private static func editsLine(_ terminal: PseudoTerminal) async throws {
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
    try await terminal.matchesRedraw()
    terminal.type("\u{5} market")
    try await terminal.shows("market> whoami --fields market|")
    terminal.enter("")
    try await terminal.shows("market> whoami --fields market", "  market  home", "market> |")
  }

  private static func searchesHistory(_ terminal: PseudoTerminal) async throws {
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
    try await terminal.matchesRedraw()
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> list --per-page 3 --fields id^C", "market> |")
  }

  private static func choosesFromMenu(_ terminal: PseudoTerminal) async throws {
    terminal.type("show \t")
    try await terminal.waitFor("a menu of listings") { screen in
      screen.rows.contains("market> show") && screen.rows.contains { $0.hasPrefix("  122  쑥 비누 ") }
    }
    terminal.type("\u{1B}[B\u{1B}[B")
    try await terminal.waitFor("the selected second candidate") { screen in
      screen.rows.contains { $0.hasPrefix("> 121  텃밭 모자 ") }
    }
    terminal.type("\u{7}")
    try await terminal.shows("market> show |‹<listing>›")
    terminal.type("\t\t\t\r")
    try await terminal.waitFor("the inserted second candidate") {
      $0.markedRows.last?.hasPrefix("market> show 121 |") == true
    }
    terminal.type("\u{15}")
    try await terminal.shows("market> |")
  }

  private static func typesKorean(_ terminal: PseudoTerminal) async throws {
    // In a comment no hint appears; a comment is dimmed like a hint.
    terminal.type("# ")
    for jamo in ["\u{110E}", "\u{1161}", "\u{11B7}"] {
      terminal.type(jamo)
      try await terminal.waitFor("\(jamo) as the last character") {
        $0.rows[$0.cursor.row].unicodeScalars.last == jamo.unicodeScalars.first
      }
    }
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}|")
    terminal.type("나무 컵")
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}나무 컵|")
    for part in ["👩", "\u{200D}", "🚀", "e", "\u{301}"] { terminal.type(part) }
    try await terminal.shows("market> # \u{110E}\u{1161}\u{11B7}나무 컵👩‍🚀e\u{301}|")
    try await terminal.matchesRedraw()
    terminal.type("\u{1B}[D\u{1B}[D\u{1B}[D\u{7F}\u{7F}\u{7F}\u{7F}")
    try await terminal.shows("market> # |‹컵👩‍🚀e\u{301}›")
    terminal.type("\u{4}\u{4}")
    try await terminal.shows("market> # |‹e\u{301}›")
    try await terminal.matchesRedraw()
    terminal.type("\u{5}\u{15}")
    try await terminal.shows("market> |")
  }

  private static func typesMultilineCommand(_ terminal: PseudoTerminal) async throws {
    terminal.type("whoami --fields \\\r")
    try await terminal.shows("market> whoami --fields \\", "  ...> |")
    terminal.type("url\u{1B}[A")
    try await terminal.shows("market> who|ami --fields \\", "  ...> url")
    terminal.type("\u{1B}[B")
    try await terminal.shows("market> whoami --fields \\", "  ...> url|")
    try await terminal.matchesRedraw()
    terminal.enter("")
    try await terminal.shows("  url  http://market.local", "market> |")
    terminal.type("\u{1B}[A")
    try await terminal.shows("market> whoami --fields \\", "  ...> url|")
    terminal.type(PseudoTerminal.controlC)
    try await terminal.shows("market> whoami --fields \\", "  ...> url^C", "market> |")
  }

  private static func answersQuestion(_ terminal: PseudoTerminal, _ columns: Int) async throws {
    terminal.enter(
      "add --name \"Oak mug\" --price ₩12000 --description \"Turned from one piece.\""
        + " --image front.jpg --code M-1")
    try await terminal.shows("Shop name [oak]: |")
    terminal.enter("")
    try await terminal.waitFor("the shop and its listing") { screen in
      screen.rows.contains { $0.hasPrefix("added 123 @M-1 Oak mug") }
        && screen.markedRows.last == "market> |"
    }
    terminal.enter("remove @M-1")
    try await terminal.waitFor("the question") { screen in
      screen.rows.joined().filter { $0 != " " }.hasSuffix("Remove123Oakmugfromhomeasoak?[y/N]")
    }
    terminal.enter("n")
    try await terminal.shows("Nothing was done.", "market> |")
  }

  private static func resizesWindow(_ terminal: PseudoTerminal, _ columns: Int) async throws {
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
      // The terminal rewraps by itself, so the screen may look right before the program redraws.
      try await terminal.waitFor("the line in \(width) columns", after: count) { screen in
        let top = screen.cursor.row - before.count + 1
        return top >= 0 && screen.cursor.column == column
          && screen.rows[top...].prefix(rows.count).map { $0.filter { $0 != " " } }
            == rows.map { $0.filter { $0 != " " } }
          && screen.rows.count { $0.hasPrefix("market> show") } == 1
      }
      try await terminal.matchesRedraw()
    }
    terminal.type(PseudoTerminal.controlC)
    try await terminal.waitFor("an empty line") { $0.markedRows.last == "market> |" }
  }

  /// The letters wrapped into rows of at most `columns` columns.
  private static func rows(of letters: [Character], columns: Int) -> [String] {
    var rows = [""]
    for letter in letters {
      if DisplayWidth.of(rows[rows.count - 1] + String(letter)) > columns { rows.append("") }
      rows[rows.count - 1].append(letter)
    }
    return rows
  }
}
