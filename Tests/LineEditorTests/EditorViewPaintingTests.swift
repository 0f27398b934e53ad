import MarketTestSupport
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct EditorViewPaintingTests {
  /// The window size, and the number of lines before the prompt.
  @Test(
    arguments: [
      (24, 8, 0), (24, 8, 20), (10, 5, 3), (40, 12, 30), (3, 3, 2), (2, 1, 5), (80, 24, 0),
    ])
  func `random scenes replace each other on the screen`(columns: Int, rows: Int, before: Int) {
    var random = SeededGenerator(seed: UInt64(columns * 100 + rows))
    var screen = ScreenModel(columns: columns, rows: rows)
    let earlier = (0..<before).map { "o\($0 % 10)" }
    for line in earlier { screen.write(line + "\r\n") }
    var painter = FramePainter(size: screen.size)
    var scene = RandomScene.make(&random)
    for step in 0..<400 {
      RandomScene.change(&scene, &random)
      let frame = EditorView.frame(of: scene, in: screen.size)
      let bytes = painter.paint(frame, ansi: ScreenModel.ansi)
      screen.write(bytes)
      let found = screen.differences(from: frame)
      guard found == [] else {
        Issue.record("step \(step): \(found)\n\(bytes.debugDescription)\n\(screen.rows)")
        return
      }
    }
    screen.write(painter.finish() + "ok")
    #expect(screen.problems == [])
    #expect(screen.rows[screen.cursor.row] == "ok")
    #expect(screen.begins(with: earlier))
  }

  @Test(arguments: 1...6)
  func `scenes are painted correctly after resizes`(seed: UInt64) {
    var random = SeededGenerator(seed: seed)
    var screen = ScreenModel(columns: 30, rows: 10)
    let earlier = (0..<15).map { "o\($0 % 10)" }
    for line in earlier { screen.write(line + "\r\n") }
    var painter = FramePainter(size: screen.size)
    var scene = RandomScene.make(&random)
    for step in 0..<200 {
      RandomScene.change(&scene, &random)
      let frame = EditorView.frame(of: scene, in: screen.size)
      screen.write(painter.paint(frame, ansi: ScreenModel.ansi))
      let found = screen.differences(from: frame)
      guard found == [], screen.begins(with: earlier) else {
        Issue.record("step \(step): \(found)\n\(screen.lines)")
        return
      }
      guard Int.random(in: 0..<4, using: &random) == 0 else { continue }
      let size = TerminalSize(
        columns: Int.random(in: 2...40, using: &random),
        rows: Int.random(in: 1...14, using: &random))
      screen.resize(to: size)
      screen.write(painter.resize(to: size))
    }
  }

  /// With the usual highlighting and hints, which move with each character.
  @Test func `typing a character at the end of a line writes at most 100 bytes`() {
    let ansi = ANSI(color: .trueColor, attributes: true, hyperlinks: true)
    let styles = [
      Style.plain, Style(foreground: .cyan), Style(.bold, foreground: .rgb(200, 100, 100)),
      Style(.underline, foreground: .rgb(200, 100, 100)),
    ]
    let whole = "search oak mug --price ..20000 --sort price"
    let hints: [(Int) -> String] = [
      { _ in "" }, { String(whole.dropFirst($0)) },
      { _ in " --price <amount> --sort <key> --limit <n>" },
    ]
    var most = 0
    for style in styles {
      for hint in hints {
        var painter = FramePainter(size: TerminalSize(columns: 100, rows: 24))
        for length in 0...whole.count {
          let typed = String(whole.prefix(length))
          let line =
            StyledText(String(typed.prefix(7))) + StyledText(String(typed.dropFirst(7)), style)
          var scene = EditorScene(
            prompt: "market> ", continuation: "", line: line, cursor: typed.utf8.count)
          scene.hint = hint(length)
          let frame = EditorView.frame(of: scene, in: TerminalSize(columns: 100, rows: 24))
          let bytes = painter.paint(frame, ansi: ansi)
          if length > 0 { most = max(most, bytes.utf8.count) }
        }
      }
    }
    #expect(most > 0 && most <= 100, "\(most) bytes")
  }
}
