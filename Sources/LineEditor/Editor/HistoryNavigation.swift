/// The position of a navigation through the history, with the line that was being typed.
///
/// 1. `position` is the index of the shown line in `history.lines`.
/// 2. Changed lines are in `changed` until the navigation ends.
struct HistoryNavigation: Sendable {
  /// The navigation only visits lines that start with this text.
  let prefix: String
  /// The line that was being typed.
  let draft: EditBuffer
  var position: Int
  var changed: [Int: String] = [:]
}

extension LineEditor {
  mutating func navigateHistory(_ step: EditAction.HistoryStep) -> [EditorEffect] {
    var navigation =
      recall.navigation
      ?? HistoryNavigation(prefix: buffer.text, draft: buffer, position: history.lines.count)
    if history.lines.indices.contains(navigation.position) {
      let isChanged = history.lines[navigation.position] != buffer.text
      navigation.changed[navigation.position] = isChanged ? buffer.text : nil
    }
    let next: Int?
    switch step {
    case .older, .newer:
      next = history.position(
        from: navigation.position, older: step == .older, prefix: navigation.prefix,
        unlike: buffer.text)
    case .oldest:
      let oldest = history.position(from: -1, older: false, prefix: navigation.prefix, unlike: "")
      next = oldest == navigation.position ? nil : oldest
    case .draft: next = nil
    }
    if let next {
      navigation.position = next
      show(EditBuffer(navigation.changed[next] ?? history.lines[next]))
      recall.navigation = navigation
      return []
    }
    guard step == .newer || step == .draft, recall.navigation != nil else { return [.bell] }
    show(navigation.draft)
    recall.navigation = nil
    return []
  }

  /// Replaces the shown line.
  mutating func show(_ line: EditBuffer) {
    change(0..<buffer.count, to: line.text, .history, cursor: line.cursor)
  }
}
