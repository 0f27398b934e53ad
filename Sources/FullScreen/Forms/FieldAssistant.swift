import LineEditor
import MarketWire
import TerminalKit

/// The assistant of a field: completes the path of a photo, and dims what is too long.
struct FieldAssistant: EditorAssistant {
  /// See ``FormRules/completion``; nil for fields that are no paths.
  var complete: (@Sendable (_ line: String, _ cursor: Int) -> Completion?)?
  /// The most UTF-16 units of the NFC form.
  var limit: Int?
  /// The style of what is behind the limit.
  var surplus = Style.plain

  func completion(of line: String, at cursor: Int) -> Completion? { complete?(line, cursor) }

  func colored(_ line: String) -> StyledText {
    guard let limit else { return StyledText(line) }
    var count = 0
    for index in line.indices {
      count += Folding.normalized(String(line[index])).utf16.count
      guard count > limit else { continue }
      return StyledText(String(line[..<index])) + StyledText(String(line[index...]), surplus)
    }
    return StyledText(line)
  }

  func hint(for line: String, history: some Sequence<String>) -> Hint? { nil }
  func isUnfinished(_ line: String) -> Bool { false }
  func commandCount(_ text: String) -> Int { 1 }
  func usage(of line: String, at cursor: Int) -> StyledText? { nil }
}
