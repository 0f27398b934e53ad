/// A walk through earlier lines, with what was typed kept for the way back.

/// 1. `position` is that of the line shown, one of the history's lines.
/// 2. Changed lines are kept in `changed` until the walk ends.
struct HistoryNavigation: Sendable {
  /// Only lines that begin with it are met.
  let prefix: String
  /// What was being typed.
  let draft: EditBuffer
  var position: Int
  var changed: [Int: String] = [:]
}

extension LineEditor {
  mutating func navigateHistory(_ step: EditAction.HistoryStep) -> [EditorEffect] {
    var navigation =
      navigation
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
      self.navigation = navigation
      return []
    }
    guard step == .newer || step == .draft, self.navigation != nil else { return [.bell] }
    show(navigation.draft)
    self.navigation = nil
    return []
  }

  /// Puts another line in place of the one shown.
  mutating func show(_ line: EditBuffer) {
    change(0..<buffer.count, to: line.text, .history, cursor: line.cursor)
  }
}
