import CommandLanguage
import MarketTestSupport
import ScreenPictures
import TerminalKit
import Testing

@testable import MarketShell
@testable import SellerSession

/// A prompt at which a command opens a window while the test types.
struct TestWindow {
  let terminal = FakeTerminal.open()
  let shell: TestShell
  let world: TestWorld

  init(_ world: TestWorld) {
    self.world = world
    let variables = ["TERM": "xterm-256color", "COLORTERM": "truecolor"]
    shell = TestShell(environment: world.environment(terminal, variables: variables), mode: .prompt)
    shell.session.core.settings.pictureReplies = PictureReplies()
  }

  /// What the last window shows.
  var rows: [String] {
    let output = terminal.output
    guard let start = output.ranges(of: "\u{1B}[?1006h").last else { return [] }
    var screen = ScreenModel(columns: 100, rows: 24)
    let rest = output[start.upperBound...]
    let end = rest.ranges(of: "\u{1B}[?1006l").first?.lowerBound ?? output.endIndex
    screen.write(String(rest[..<end]))
    return screen.rows
  }

  /// What was written after the last window was closed.
  var rest: String {
    let end = terminal.output.ranges(of: "\u{1B}[?1049l").last?.upperBound
    return end.map { String(terminal.output[$0...]) } ?? ""
  }

  /// The number of windows so far.
  var count: Int { terminal.output.ranges(of: "\u{1B}[?1049h").count }

  /// Waits until the window shows a text; a window that never does is recorded and closed.
  func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) async {
    let isShown = await waitUntil("\(text) is shown", sourceLocation: sourceLocation) {
      rows.contains { $0.contains(text) }
    }
    guard !isShown else { return }
    Issue.record("no \(text) in \(rows)", sourceLocation: sourceLocation)
    terminal.type("\u{3}")
  }

  func run(_ line: String, _ typing: @Sendable (TestWindow) async -> Void) async -> ExitCode {
    async let code = run(line)
    await typing(self)
    return await code
  }

  func run(_ line: String) async -> ExitCode {
    let interpreter = shell.interpreter
    var code = ExitCode.done
    for tokens in Tokenizer(line) { code = await interpreter.run(tokens) }
    return code
  }
}
