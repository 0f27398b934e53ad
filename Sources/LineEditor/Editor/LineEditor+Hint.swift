/// The ghost hint: when it is there, and what takes it.

extension LineEditor {
  /// What is shown behind the line just now.
  mutating func hint() -> Hint? {
    guard hintState.isAllowed, !buffer.isEmpty, buffer.isAtEnd, !buffer.isLong, menu == nil,
      search == nil, vi == nil || vi?.mode == .insert
    else { return nil }
    let history = history
    let assistant = assistant
    return hintState.hint(for: buffer) { line in
      assistant.hint(for: line, history: history.continuations(of: line))
    }
  }

  /// Takes the hint, or a word of it, where there is one and the motion goes on into it.
  mutating func takeHint(by motion: Motion) -> Bool {
    guard motion == .forward || motion == .lineEnd || motion == .textEnd || motion == .wordForward,
      let text = hint()?.acceptable, !text.isEmpty
    else { return false }
    undoStack.close()
    let end = buffer.count
    guard motion == .wordForward else { return change(end..<end, to: text, .single) }
    let whole = EditBuffer(buffer.text + text)
    return change(end..<end, to: whole.slice(end..<whole.wordForward(from: end)), .single)
  }

  /// Forgets the line that the hint came from; without such a hint, deletes a letter.
  mutating func forgetHint(_ count: Int) -> [EditorEffect] {
    guard let hint = hint(), hint.kind == .history else {
      return perform(.delete(.forward))
    }
    let line = buffer.text + hint.text
    history.remove(line)
    hintState.forget()
    return [.forget(line)]
  }
}
