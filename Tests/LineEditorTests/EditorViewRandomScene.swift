import MarketTestSupport
import Messages
import TerminalKit

@testable import LineEditor

extension CompletionMenu {
  init(candidates: [Candidate], selected: Int? = nil) {
    self.init(candidates: Candidates(candidates), selected: selected)
  }
}

/// A generator of scenes with characters that are difficult to lay out.
enum RandomScene {
  static let characters = [
    "a", "b", "z", " ", " ", "-", "오", "크", "그", "漢", "e\u{301}", "ä", "\u{301}", "👩\u{200D}👧", "🇰🇷",
    "👍🏽", "☕\u{FE0F}", "각", "\u{200B}", "\n", "\t", "\u{1B}", "한", "…",
  ]
  static let styles: [Style] = [
    .plain, .plain, .bold, .dim, Style(foreground: .cyan), Style(.underline, foreground: .red),
    Style(foreground: .rgb(1, 2, 3), background: .blue), Style(link: "https://market.example/a"),
  ]

  static func make(_ random: inout SeededGenerator) -> EditorScene {
    var scene = EditorScene(prompt: "> ", continuation: "… ", line: "", cursor: 0)
    for _ in 0..<Int.random(in: 0...40, using: &random) { change(&scene, &random) }
    return scene
  }

  /// Changes a scene as one key could.
  static func change(_ scene: inout EditorScene, _ random: inout SeededGenerator) {
    switch Int.random(in: 0..<16, using: &random) {
    case 0: scene.hint = text(0...12, &random)
    case 1: scene.status = Bool.random(using: &random) ? "\(text(1...30, &random))" : nil
    case 2: scene.above = Bool.random(using: &random) ? [styled(1...30, &random)] : []
    case 3, 4: scene.menu = menu(&random)
    case 5: scene.menu?.selected = Int.random(in: 0..<30, using: &random)
    case 6: scene.prompt = styled(0...20, &random)
    case 7: scene.cursorShape = [.normal, .bar, .block, .underline].randomElement(using: &random)!
    case 8: edit(&scene, at: offset(in: scene, &random), removing: 3, inserting: "", .plain)
    case 9: edit(&scene, at: 0, removing: .max, inserting: text(0...60, &random), .bold)
    case 10: scene.cursor = offset(in: scene, &random)
    case 11: scene.cursor = scene.line.plain.utf8.count
    default:
      let style = styles.randomElement(using: &random)!
      edit(&scene, at: scene.cursor, removing: 0, inserting: text(1...2, &random), style)
    }
  }

  /// Replaces `count` characters from the UTF-8 offset on, and moves the cursor behind the new
  /// text.
  private static func edit(
    _ scene: inout EditorScene, at offset: Int, removing count: Int, inserting new: String,
    _ style: Style
  ) {
    var result = StyledText()
    var passed = 0
    var inserted = false
    var removed = 0
    func add() {
      guard !inserted, passed >= offset else { return }
      result.append(new, style)
      scene.cursor = result.plain.utf8.count
      inserted = true
    }
    for fragment in scene.line.fragments {
      for character in fragment.text {
        add()
        passed += character.utf8.count
        if inserted, removed < count {
          removed += 1
        } else {
          result.append(String(character), fragment.style)
        }
      }
    }
    passed = max(passed, offset)
    add()
    scene.line = result
    scene.cursor = boundary(scene.cursor, in: result.plain)
  }

  private static func offset(in scene: EditorScene, _ random: inout SeededGenerator) -> Int {
    let plain = scene.line.plain
    return boundary(Int.random(in: 0...plain.utf8.count, using: &random), in: plain)
  }

  /// The last grapheme cluster boundary at or before `offset`.
  private static func boundary(_ offset: Int, in text: String) -> Int {
    var boundary = 0
    for character in text {
      guard boundary + character.utf8.count <= offset else { break }
      boundary += character.utf8.count
    }
    return boundary
  }

  private static func menu(_ random: inout SeededGenerator) -> CompletionMenu? {
    guard Int.random(in: 0..<3, using: &random) > 0 else { return nil }
    let candidates = (0..<Int.random(in: 0...20, using: &random)).map { _ in
      Candidate(
        "x", label: styled(1...10, &random),
        detail: Bool.random(using: &random) ? styled(1...20, &random) : "")
    }
    return CompletionMenu(candidates: candidates)
  }

  private static func text(_ count: ClosedRange<Int>, _ random: inout SeededGenerator) -> String {
    (0..<Int.random(in: count, using: &random)).map { _ in characters.randomElement(using: &random)!
    }
    .joined()
  }

  private static func styled(
    _ count: ClosedRange<Int>, _ random: inout SeededGenerator
  ) -> StyledText {
    StyledText(text(count, &random), styles.randomElement(using: &random)!)
  }
}
