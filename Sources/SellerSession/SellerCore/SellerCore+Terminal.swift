package import TerminalKit

extension SellerCore {
  /// The query for the background color, if the answer makes a difference. The answer arrives with
  /// the key input, so nothing waits for it.
  package func backgroundQuery(for output: Capabilities) -> String? {
    let isAsked = settings.preferences.theme == .auto && output.color != .none
    return isAsked ? TerminalProbe.backgroundQuery : nil
  }

  /// Asks for the background color, if it makes a difference and is not known. The prompt has asked
  /// already; a window that opens without one has to.
  package func learnBackground(for output: Capabilities) async {
    guard settings.background == nil, backgroundQuery(for: output) != nil else { return }
    _ = await askTerminal(TerminalProbe(), for: output, within: .milliseconds(300))
  }

  /// The terminal's answers, or nil if it cannot be asked. The background color is remembered.
  package func askTerminal(
    _ probe: TerminalProbe, for output: Capabilities, within limit: Duration
  ) async -> TerminalFacts? {
    let terminal = environment.terminal
    guard terminal.canAsk, output.escapes else { return nil }
    activity.pause()
    let facts = await terminal.answers(to: probe, within: limit) { environment.uptime }
    if let background = facts.background { settings.background = background }
    return facts
  }
}
