import MarketTestSupport
import Messages
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct EditorViewTests {
  /// Creates a scene from a line with `|` as the cursor.
  static func scene(
    _ marked: String, prompt: StyledText = "> ", continuation: StyledText = "… ",
    style: Style = .plain
  ) -> EditorScene {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return EditorScene(
      prompt: prompt, continuation: continuation,
      line: StyledText(parts.joined(), style), cursor: parts[0].utf8.count)
  }

  /// The rows with `|` at the cursor.
  ///
  /// Unwritten columns before it are `_`.
  static func text(_ frame: Frame) -> [String] {
    var rows = frame.rows.map(\.plain)
    let row = rows[frame.cursor.row]
    var before = String(DisplayWidth.prefix(of: row, columns: frame.cursor.column))
    let rest = row.dropFirst(before.count)
    let missing = frame.cursor.column - DisplayWidth.of(before)
    before += String(repeating: "_", count: missing)
    rows[frame.cursor.row] = before + "|" + rest
    return rows
  }

  static func rows(_ scene: EditorScene, _ columns: Int, _ rows: Int = 24) -> [String] {
    text(EditorView.frame(of: scene, in: TerminalSize(columns: columns, rows: rows)))
  }

  /// The rows without trailing spaces.
  private static func trimmedRows(
    _ scene: EditorScene, _ columns: Int, _ rows: Int = 24
  ) -> [String] {
    self.rows(scene, columns, rows).map { row in
      String(row.reversed().drop { $0 == " " }.reversed())
    }
  }

  @Test(
    arguments: [
      // ASCII characters up to the last column and beyond.
      ("|", 10, ["> |"]), ("oak|", 10, ["> oak|"]),
      ("oak mug|s", 10, ["> oak mug|s"]), ("oak mugs|", 10, ["> oak mugs", "|"]),
      ("oak mugs|!", 10, ["> oak mugs", "|!"]), ("oak mugs! new|", 10, ["> oak mugs", "! new|"]),
      ("|oak mugs! new", 10, ["> |oak mugs", "! new"]),
      ("oak mugs! and bowls|", 10, ["> oak mugs", "! and bowl", "s|"]),
      ("oak mugs! and bowls|", 20, ["> oak mugs! and bowl", "s|"]),
      ("oak mugs! and bowls|", 40, ["> oak mugs! and bowls|"]),
      // Lines.
      ("a\nb|", 10, ["> a", "… b|"]), ("a|\nb", 10, ["> a|", "… b"]),
      ("a\n|\n", 10, ["> a", "… |", "… "]), ("oak mugs|\nb", 10, ["> oak mugs", "|", "… b"]),
      ("oak mugs\n|b", 10, ["> oak mugs", "… |b"]),
      // Korean: a wide character that does not fit into the last column moves to the next row.
      ("오크머그|", 10, ["> 오크머그", "|"]), ("a오크머그|", 10, ["> a오크머", "그|"]),
      ("a오크머|그", 10, ["> a오크머", "|그"]), ("a오크|머그", 10, ["> a오크|머", "그"]),
      ("a오크머그 그릇|", 20, ["> a오크머그 그릇|"]),
      // Combining marks, joined emoji and flags are one grapheme cluster.
      ("e\u{301}e\u{301}|e\u{301}", 10, ["> e\u{301}e\u{301}|e\u{301}"]),
      ("1234567e\u{301}|", 10, ["> 1234567e\u{301}", "|"]),
      ("👩\u{200D}👩\u{200D}👧\u{200D}👦|x", 10, ["> 👩\u{200D}👩\u{200D}👧\u{200D}👦|x"]),
      ("1234567👩\u{200D}👧|", 10, ["> 1234567", "👩\u{200D}👧|"]),
      ("🇰🇷🇯🇵🇫🇷🇩🇪|🇨🇭", 10, ["> 🇰🇷🇯🇵🇫🇷🇩🇪", "|🇨🇭"]), ("각|", 10, ["> 각|"]),
      // Control characters are escaped.
      ("a\u{1B}[2J|", 20, ["> a\\x1b|[2J"]),
      // Windows narrower than the prompt or a wide character.
      ("ab|", 2, ["> ", "ab", "|"]),
      ("가|", 2, ["> ", "가", "|"]),
      ("a가|b", 1, [">", " ", "a", "…", "|b"]),
    ])
  func `the line wraps between grapheme clusters`(marked: String, columns: Int, expected: [String])
  {
    #expect(Self.rows(Self.scene(marked), columns) == expected)
  }

  @Test(
    arguments: [
      (80, ["seller@market.example 오크> show|"]),
      (20, ["seller@market.exampl", "e 오크> show|"]),
      (10, ["seller@mar", "ket.exampl", "e 오크> sh", "ow|"]),
    ])
  func `a prompt wider than the window wraps too`(columns: Int, expected: [String]) {
    let scene = Self.scene("show|", prompt: "seller@market.example 오크> ")
    #expect(Self.rows(scene, columns) == expected)
  }

  @Test(
    arguments: [
      ("se|", "arch <words>", 20, ["> se|arch <words>"]),
      ("se|", "arch <words>", 12, ["> se|arch <w…"]), ("se|", "arch", 8, ["> se|arch"]),
      ("se|", "arch", 5, ["> se|…"]), ("sea|", "rch", 5, ["> sea", "|rch"]),
      ("se|", "arch\nshow", 20, ["> se|arch…"]), ("se|", "오크머그", 9, ["> se|오크…"]),
      ("a\nse|", "arch", 20, ["> a", "… se|arch"]),
    ])
  func `the hint is truncated to its row`(
    line: String, hint: String, columns: Int, expected: [String]
  ) {
    var scene = Self.scene(line)
    scene.hint = hint
    #expect(Self.rows(scene, columns) == expected)
  }

  @Test func `line, hint and menu keep their styles`() {
    var scene = EditorScene(
      prompt: StyledText("> ", .bold), continuation: "",
      line: StyledText("show", Style(foreground: .green)) + " 가나", cursor: 11)
    scene.hint = " <id>"
    scene.menu = CompletionMenu(
      candidates: [Candidate("가나다", detail: "₩12,000"), Candidate("b")], selected: 0)
    let frame = EditorView.frame(of: scene, in: TerminalSize(columns: 40, rows: 24))
    #expect(
      frame.rows.map(\.markup) == [
        "[bold]> [/][green]show[/] 가나[dim] <id>[/]",
        "[inverse]> 가나다    ₩12,000\(String(repeating: " ", count: 21))[/]", "  b       ",
      ])
    let narrow = EditorView.frame(of: scene, in: TerminalSize(columns: 5, rows: 24))
    #expect(narrow.rows[0].markup == "[bold]> [/][green]sho[/]")
    #expect(narrow.rows[1].markup == "[green]w[/] 가")
  }

  @Test func `usage is above the input, status and menu are below`() {
    var scene = Self.scene("re|")
    scene.above = ["usage: remove <listing>"]
    scene.status = "2 commands\npasted"
    scene.menu = CompletionMenu(
      candidates: [Candidate("remove"), Candidate("repeat")], selected: 1)
    #expect(
      Self.trimmedRows(scene, 40) == [
        "usage: remove <listing>", "> re|", "2 commands pasted", "  remove", "> repeat",
      ])
    #expect(
      Self.trimmedRows(scene, 14, 9) == [
        "usage: remove", "<listing>", "> re|", "2 commands pa…", "  remove", "> repeat",
      ])
    #expect(
      Self.trimmedRows(scene, 14, 4) == ["usage: remove", "> re|", "2 commands pa…", "> repeat"])
    #expect(Self.trimmedRows(scene, 14, 2) == ["> re|", "2 commands pa…"])
    #expect(Self.trimmedRows(scene, 14, 1) == ["> re|"])
  }

  @Test(
    arguments: [
      (nil, ["  item-0", "  item-1", "  item-2", "  … 997 more"]),
      (2, ["  item-0", "  item-1", "> item-2", "  … 997 more"]),
      (3, ["> item-3", "  item-4", "  item-5", "  … 3 above, 994 more"]),
      (5, ["  item-3", "  item-4", "> item-5", "  … 3 above, 994 more"]),
      (999, ["  item-997", "  item-998", "> item-999", "  … 997 above"]),
      (5_000, ["  item-997", "  item-998", "> item-999", "  … 997 above"]),
      (-1, ["> item-0", "  item-1", "  item-2", "  … 997 more"]),
    ] as [(Int?, [String])])
  func `a long menu scrolls by pages`(selected: Int?, expected: [String]) {
    var scene = Self.scene("item|")
    let candidates = (0..<1_000).map { Candidate("item-\($0)") }
    scene.menu = CompletionMenu(candidates: candidates, selected: selected)
    #expect(Array(Self.trimmedRows(scene, 40, 12).dropFirst()) == expected)
    #expect(Self.trimmedRows(scene, 40, 100).count == 1 + 10)
  }

  @Test func `labels and details have separate columns`() {
    var scene = Self.scene("|")
    scene.menu = CompletionMenu(
      candidates: [
        Candidate("236", label: "236  Oak mug", detail: "₩12,000"),
        Candidate("7", label: "7\nRed bowl", detail: "₩9,000\n"),
        Candidate("8", label: StyledText(String(repeating: "오크", count: 6))),
      ])
    #expect(
      Self.rows(scene, 60) == [
        "> |", "  236  Oak mug              ₩12,000", "  7 Red bowl                ₩9,000 ",
        "  오크오크오크오크오크오크",
      ])
    #expect(
      Self.rows(scene, 30) == [
        "> |", "  236  Oak mug    ₩12,000", "  7 Red bowl      ₩9,000 ", "  오크오크오크… ",
      ])
    #expect(
      Self.rows(scene, 20) == [
        "> |", "  236  Oak mug      ", "  7 Red bowl        ", "  오크오크오크오크… ",
      ])
    for columns in 1...80 {
      let rows = EditorView.frame(of: scene, in: TerminalSize(columns: columns, rows: 24)).rows
      #expect(rows.allSatisfy { $0.width <= columns && !$0.plain.contains("\n") }, "\(columns)")
    }
  }

  @Test func `typing does not move the column of details`() {
    let words = ["remove", "repeat", "rename", "retry", "restore", "re"]
    let columns = (1...words.count).map { count in
      var scene = Self.scene("re|")
      scene.menu = CompletionMenu(
        candidates: words.suffix(count).map { Candidate($0, detail: "what it does") })
      let row = Self.rows(scene, 60)[1]
      return row.prefix { $0 != "w" }.count
    }
    #expect(Set(columns).count == 1)
  }

  @Test(
    arguments: [
      (0, ["> |0", "… 1", "… 2", "… 3", "… more below"]),
      (2, ["> 0", "… 1", "… |2", "… 3", "… more below"]),
      (5, ["… more above", "… 4", "… |5", "… 6", "… more below"]),
      (9, ["… more above", "… 6", "… 7", "… 8", "… |9"]),
    ])
  func `an input higher than the window scrolls around the cursor`(line: Int, expected: [String]) {
    let lines = (0..<10).map { $0 == line ? "|\($0)" : "\($0)" }.joined(separator: "\n")
    #expect(Self.rows(Self.scene(lines), 20, 5) == expected)
    #expect(Self.rows(Self.scene(lines), 20, 1).count == 1)
    #expect(Self.rows(Self.scene(lines), 20, 2).joined().contains("|\(line)"))
  }

  @Test func `an invalid cursor offset does no harm`() {
    for offset in [-5, 1, 2, 4, 5, 99] {
      let scene = EditorScene(prompt: "> ", continuation: "", line: "가👩\u{200D}👧", cursor: offset)
      let frame = EditorView.frame(of: scene, in: TerminalSize(columns: 10, rows: 3))
      #expect(frame.rows == ["> 가👩\u{200D}👧"])
      #expect((2...6).contains(frame.cursor.column))
    }
  }
}
