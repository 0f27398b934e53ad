import Foundation
import MarketTestSupport
import TerminalKit
import Testing

/// A person at a pseudo-terminal who types commands and looks at what comes.
///
/// After each command the prompt has to be back, and a key that was typed meanwhile has to stand
/// behind it. The answer has to fit into the window and to be in words for sellers.
struct Walk: Sendable {
  let terminal: PseudoTerminal
  /// What the text before the cursor begins with while the program waits for a command; it ends
  /// with `> ` or, in a shell, with `$ `.
  let prompt: String
  /// Where the walk comes from, for messages, such as `first-hours/browse.txt`.
  let source: String
  /// Whether a sentence in English is a fault.
  var isKorean = false

  /// What a person does between a command and the next prompt.
  enum Act: Hashable, Sendable {
    /// Waits until a question ends with this text, and answers it.
    case answer(question: String, String)
    /// Waits until a program in the whole window shows this text.
    case window(String)
    /// Presses keys, such as `q` or `<Enter>`.
    case keys(String)
    /// Allows one line to be wider than the window, because it is there to be copied.
    case copies
  }

  /// Words that only people who work on the program know.
  private static var insides: Regex<Substring> {
    #/Optional\(|\bnil\b|errno|(?i:sqlite|libcurl)|Error Domain|idempoten|ETag|\{[0-9]\}|0x[0-9a-f]{4}|Swift|std(?:out|err)|/\.//#
  }

  /// Waits for the first prompt and returns what is above it.
  func begin() async throws -> String {
    try await waitForPrompt(from: "the start")
    return lines(from: 0)
  }

  /// Types a command and does what a person does until the prompt is back.
  ///
  /// - Returns: The lines of the answer, with the typed command on top.
  func command(_ line: String, _ acts: [Act] = []) async throws -> String {
    let start = mark
    // Without a question or a window, the key is typed before the answer is there.
    terminal.type(line + (acts.isEmpty ? "\rz" : "\r"))
    for act in acts { try await perform(act, of: line) }
    if !acts.isEmpty {
      try await waitForPrompt(from: line)
      terminal.type("z")
    }
    try await waitForPrompt(typed: "z", from: line)
    terminal.type("\u{7F}")
    try await waitForPrompt(from: line)
    return answer(to: line, from: start, mayWrap: acts.contains(.copies))
  }

  /// Types a command, says yes to what it asks, and leaves what it opens.
  func settle(_ line: String) async throws {
    let start = mark
    let count = terminal.bytes.count
    terminal.enter(line)
    let what = "\(source): > \(line)\na prompt, a question or a window"
    var hasPaged = false
    for _ in 1...20 {
      try await terminal.awaitScreen(what, after: count) {
        reply(to: $0) != nil
      }
      guard let keys = reply(to: terminal.screen), !keys.isEmpty else { break }
      hasPaged = hasPaged || terminal.screen.isPager
      let row = end(of: terminal.screen)
      terminal.type(keys)
      try await terminal.awaitScreen(what) {
        reply(to: $0) != keys || keys != "q" && end(of: $0) != row
      }
    }
    terminal.type("z")
    try await waitForPrompt(typed: "z", from: line)
    terminal.type("\u{7F}")
    try await waitForPrompt(from: line)
    // A pager relies on rows of the whole width; data are not for people.
    let isData = ["--json", "--format csv", "completion", "--markdown"].contains {
      line.contains($0)
    }
    _ = answer(to: line, from: start, mayWrap: isData || hasPaged)
  }

  /// The keys that lead on from a screen: none at the prompt, and nil while the program works.
  private func reply(to screen: ScreenModel) -> String? {
    let text = screen.beforeCursor
    if screen.isAlternate || screen.isPager || text.contains("any other key leaves") { return "q" }
    if text.hasPrefix(prompt), text.hasSuffix("> ") { return "" }
    if text.hasSuffix("[y/N] ") { return "y\r" }
    if let count = text.firstMatch(of: #/([0-9]+) to confirm: $/#)?.output.1 { return "\(count)\r" }
    return text.hasSuffix(": ") ? "\r" : nil
  }

  /// Returns the lines since a mark, and records what must not be in them.
  private func answer(
    to line: String, from start: (line: Int, problems: Int), mayWrap: Bool
  ) -> String {
    let answer = lines(from: start.line)
    let problems = terminal.screen.problems.dropFirst(start.problems)
      .filter { $0.contains("wrapped") }
    // A shell lets the typed command wrap.
    if !problems.isEmpty, !mayWrap, prompt != "$" {
      Issue.record("\(source): > \(line)\n\(problems.joined(separator: "\n")):\n\(answer)")
    }
    // `doctor` is for those who help.
    if let word = answer.firstMatch(of: Self.insides)?.output, !line.hasPrefix("doctor") {
      Issue.record("\(source): > \(line)\nhas “\(word)”:\n\(answer)")
    }
    let english = answer.matches(of: #/[A-Za-z]{2,} [a-z]{2,} [a-z]{2,}/#).map(\.output)
    if isKorean, !english.isEmpty {
      Issue.record("\(source): > \(line)\nis in English: \(english):\n\(answer)")
    }
    return answer
  }

  /// Types a command that ends the program.
  func leave(_ line: String) async throws {
    terminal.enter(line)
    let end = try await terminal.exit()
    #expect(end.exit == .code(0) && terminal.isRestored, "\(source): > \(line)")
  }

  private func perform(_ act: Act, of line: String) async throws {
    switch act {
    case .answer(let question, let answer):
      try await terminal.awaitScreen(
        "\(source): > \(line)\na question: \(question)"
      ) {
        $0.beforeCursor.hasSuffix(question + " ")
      }
      terminal.enter(answer)
    case .window(let text):
      try await terminal.awaitScreen(
        "\(source): > \(line)\na window with: \(text)"
      ) {
        ($0.isAlternate || $0.isPager) && $0.rows.contains { $0.contains(text) }
      }
    case .keys(let keys):
      terminal.type(Self.typed(keys))
    case .copies: return
    }
  }

  private func waitForPrompt(typed: String = "", from line: String) async throws {
    try await terminal.awaitScreen(
      "\(source): > \(line)\nthe prompt: \(prompt)…> \(typed)"
    ) { screen in
      let text = screen.beforeCursor
      // A program may leave the last line of its output open.
      if prompt == "$" { return text.hasSuffix("$ " + typed) }
      return !screen.isAlternate && text.hasPrefix(prompt) && text.hasSuffix("> " + typed)
    }
  }

  /// Where the next answer begins.
  private var mark: (line: Int, problems: Int) {
    let screen = terminal.screen
    return (end(of: screen), screen.problems.count)
  }

  /// The number of the line with the cursor.
  private func end(of screen: ScreenModel) -> Int { screen.scrollbackCount + screen.cursor.row }

  private func lines(from start: Int) -> String {
    let screen = terminal.screen
    return screen.lines[min(start, end(of: screen))..<end(of: screen)].joined(separator: "\n")
  }

  private static let names = [
    "Enter": "\r", "Esc": "\u{1B}", "Tab": "\t", "Back": "\u{7F}", "Up": "\u{1B}[A",
    "Down": "\u{1B}[B", "Right": "\u{1B}[C", "Left": "\u{1B}[D", "Ctrl-C": "\u{3}",
    "Ctrl-S": "\u{13}", "Ctrl-U": "\u{15}", "Alt-Enter": "\u{1B}\r", "Space": " ",
  ]

  /// The characters of keys, some of which are names in angle brackets.
  private static func typed(_ keys: String) -> String {
    names.reduce(keys) { $0.replacing("<\($1.key)>", with: $1.value) }
  }
}

extension ScreenModel {
  /// Whether `less` shows a page of a longer text.
  var isPager: Bool { [":", "(END)"].contains { beforeCursor == $0 } }

  /// The text of the row with the cursor, up to the cursor.
  var beforeCursor: String {
    (0..<cursor.column).map { cell(row: cursor.row, column: $0)?.text ?? " " }.joined()
  }
}
