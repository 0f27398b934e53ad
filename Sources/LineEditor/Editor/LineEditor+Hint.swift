extension LineEditor {
  /// The hint to show behind the line now.
  mutating func hint() -> Hint? {
    guard assistance.hint.isAllowed, !buffer.isEmpty, buffer.isAtEnd, !buffer.isLong, menu == nil,
      recall.search == nil, vi == nil || vi?.mode == .insert
    else { return nil }
    let history = history
    let assistant = assistant
    return assistance.hint.hint(for: buffer) { line in
      assistant.hint(for: line, history: history.continuations(of: line))
    }
  }

  /// Accepts the hint, or its first word, if there is one and the motion moves into it.
  mutating func acceptHint(with motion: Motion) -> Bool {
    guard motion == .forward || motion == .lineEnd || motion == .textEnd || motion == .wordForward,
      let text = hint()?.acceptable, !text.isEmpty
    else { return false }
    undoStack.close()
    let end = buffer.count
    guard motion == .wordForward else { return change(end..<end, to: text, .single) }
    let whole = EditBuffer(buffer.text + text)
    return change(end..<end, to: whole.slice(end..<whole.wordForward(from: end)), .single)
  }

  /// Deletes the line that the hint came from. Without such a hint, deletes a character.
  mutating func forgetHint(_ count: Int) -> [EditorEffect] {
    guard let hint = hint(), hint.kind == .history else { return perform(.delete(.forward)) }
    let line = buffer.text + hint.text
    history.remove(line)
    assistance.hint.reset()
    return [.forget(line)]
  }
}
