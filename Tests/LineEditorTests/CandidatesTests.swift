import Synchronization
import TerminalKit
import Testing

@testable import LineEditor

@Suite(.timeLimit(.minutes(60))) struct CandidatesTests {
  /// An assistant with a thousand candidates that counts how many are created.
  private final class ManyItems: EditorAssistant {
    let made = Mutex(0)
    let isLazy: Bool

    init(isLazy: Bool) { self.isLazy = isLazy }

    func colored(_ line: String) -> StyledText { StyledText(line) }
    func hint(for line: String, history: some Sequence<String>) -> Hint? { nil }
    func isUnfinished(_ line: String) -> Bool { false }
    func commandCount(_ text: String) -> Int { 1 }
    func usage(of line: String, at cursor: Int) -> StyledText? { nil }

    func completion(of line: String, at cursor: Int) -> Completion? {
      let numbers = (1...1_000).filter { line.isEmpty || "\($0)".hasPrefix(line) }
      let text: @Sendable (Int) -> String = { "\(numbers[$0])" }
      let make: @Sendable (Int) -> Candidate = { index in
        self.made.withLock { $0 += 1 }
        return Candidate(text(index), label: StyledText("item \(text(index))"), detail: "₩5")
      }
      let range = 0..<line.utf8.count
      guard isLazy else { return Completion(range: range, candidates: numbers.indices.map(make)) }
      return Completion(
        range: range,
        candidates: Candidates(
          count: numbers.count, widest: numbers.map { "item \($0)".count }.max() ?? 0,
          hasDetails: true, text: text, candidate: make))
    }
  }

  private static func rows(_ editor: inout LineEditor) -> [String] {
    let scene = editor.scene(prompt: "> ", continuation: "")
    return EditorView.frame(of: scene, in: TerminalSize(columns: 40, rows: 30)).rows.map(\.plain)
  }

  @Test func `a menu creates only the candidates that it shows`() {
    let assistant = ManyItems(isLazy: true)
    var editor = LineEditor(assistant: assistant, history: History(), keys: .emacs)
    editor.type("<tab> <tab> <tab>")
    #expect(
      Self.rows(&editor).contains("> item 2            ₩5" + String(repeating: " ", count: 18)))
    editor.type("1")
    #expect(Self.rows(&editor).contains("  … 103 more"))
    editor.type("<enter>")
    #expect(editor.text == "1 ")
    #expect(assistant.made.withLock { $0 } < 30)
  }

  @Test func `candidates created on access and in advance look the same`() {
    var onAccess = LineEditor(assistant: ManyItems(isLazy: true), history: History(), keys: .emacs)
    var inAdvance = LineEditor(
      assistant: ManyItems(isLazy: false), history: History(), keys: .emacs)
    for key in ["<tab>", "<tab>", "<pagedown>", "1", "0", "<backspace>", "<up>", "<S-tab>"] {
      onAccess.type(key)
      inAdvance.type(key)
      #expect(Self.rows(&onAccess) == Self.rows(&inAdvance), "\(key)")
    }
    let scenes = [
      onAccess.scene(prompt: "> ", continuation: ""),
      inAdvance.scene(prompt: "> ", continuation: ""),
    ]
    #expect(scenes[0].menu == scenes[1].menu)
    #expect(Set(scenes).count == 1)
  }
}
