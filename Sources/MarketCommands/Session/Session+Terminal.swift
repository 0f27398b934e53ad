/// What the terminal tells of itself when it is asked.
import TerminalKit

extension Session {
  /// How long the prompt waits for the first answer: a terminal across an ocean takes less.
  private static let patience = Duration.milliseconds(200)

  /// Asks for the background before the first thing is drawn, where the answer makes a difference.
  func learnBackground() async {
    guard taste.theme == .auto, capabilities(of: .output).color != .none else { return }
    _ = await askTerminal(TerminalProbe(), within: Self.patience)
  }

  /// What the terminal answers; nil where there is none that could be asked. The background is kept.
  func askTerminal(_ probe: TerminalProbe, within limit: Duration) async -> TerminalFacts? {
    guard environment.terminal.canAsk, capabilities(of: .output).escapes else { return nil }
    activity.pause()
    let facts = await environment.terminal.answers(to: probe, within: limit) {
      environment.uptime
    }
    if let background = facts.background { withState { $0.background = background } }
    return facts
  }
}
