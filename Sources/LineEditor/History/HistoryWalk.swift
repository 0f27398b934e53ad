/// A walk through earlier lines, with what was typed kept for the way back.

/// 1. `position` is that of the line shown, one of the history's lines.
/// 2. Changed lines are kept in `changed` until the walk ends.
struct HistoryWalk: Sendable {
  /// Only lines that begin with it are met.
  let prefix: String
  /// What was being typed.
  let typed: EditBuffer
  var position: Int
  var changed: [Int: String] = [:]
}

extension LineEditor {
  mutating func walkHistory(_ step: EditAction.HistoryStep) -> [EditorEffect] {
    var walk =
      walk ?? HistoryWalk(prefix: buffer.text, typed: buffer, position: history.lines.count)
    if history.lines.indices.contains(walk.position) {
      let isChanged = history.lines[walk.position] != buffer.text
      walk.changed[walk.position] = isChanged ? buffer.text : nil
    }
    let next: Int?
    switch step {
    case .older, .newer:
      next = history.position(
        from: walk.position, older: step == .older, prefix: walk.prefix, unlike: buffer.text)
    case .oldest:
      let oldest = history.position(from: -1, older: false, prefix: walk.prefix, unlike: "")
      next = oldest == walk.position ? nil : oldest
    case .typed: next = nil
    }
    if let next {
      walk.position = next
      show(EditBuffer(walk.changed[next] ?? history.lines[next]))
      self.walk = walk
      return []
    }
    guard step == .newer || step == .typed, self.walk != nil else { return [.bell] }
    show(walk.typed)
    self.walk = nil
    return []
  }

  /// Puts another line in place of the one shown.
  mutating func show(_ line: EditBuffer) {
    change(0..<buffer.count, to: line.text, .walking, cursor: line.cursor)
  }
}
