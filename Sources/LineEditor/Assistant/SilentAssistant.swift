public import TerminalKit

/// An assistant without highlighting, hints and completions, for use until another one is
/// available.
public struct SilentAssistant: EditorAssistant {
  public init() {}

  public func colored(_ line: String) -> StyledText { StyledText(line) }
  public func hint(for line: String, history: some Sequence<String>) -> Hint? { nil }
  public func completion(of line: String, at cursor: Int) -> Completion? { nil }
  public func isUnfinished(_ line: String) -> Bool { false }
  public func commandCount(_ text: String) -> Int { 1 }
  public func usage(of line: String, at cursor: Int) -> StyledText? { nil }
}
