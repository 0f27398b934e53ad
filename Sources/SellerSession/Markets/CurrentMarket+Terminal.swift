package import TerminalKit

extension CurrentMarket {
  /// The query for the background color, if the answer makes a difference. The answer arrives with
  /// the key input, so nothing waits for it.
  package var backgroundQuery: String? {
    let isAsked =
      session.settings.preferences.theme == .auto
      && console.capabilities(of: .output).color != .none
    return isAsked ? TerminalProbe.backgroundQuery : nil
  }

  /// The terminal's answers, or nil if it cannot be asked. The background color is remembered.
  package func askTerminal(_ probe: TerminalProbe, within limit: Duration) async -> TerminalFacts? {
    let terminal = session.environment.terminal
    guard terminal.canAsk, console.capabilities(of: .output).escapes else { return nil }
    session.activity.pause()
    let facts = await terminal.answers(to: probe, within: limit) { session.environment.uptime }
    if let background = facts.background { session.settings.background = background }
    return facts
  }
}
