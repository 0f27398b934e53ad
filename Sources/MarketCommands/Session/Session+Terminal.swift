/// What the terminal tells of itself when it is asked.
import TerminalKit

extension Session {
  /// The question for the background, where the answer makes a difference. Nobody waits for it: it
  /// comes among the keys.
  var backgroundQuestion: String? {
    let isAsked = preferences.theme == .auto && capabilities(of: .output).color != .none
    return isAsked ? TerminalProbe.backgroundQuestion : nil
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
