extension LineEditor {
  mutating func kill(_ motion: Motion, _ count: Int, joins: Bool) -> [EditorEffect] {
    var target = buffer.target(of: motion, count: count)
    // At the end or start of a line, the line break is cut.
    if target == buffer.cursor, motion == .lineEnd { target = buffer.after(buffer.cursor) }
    if target == buffer.cursor, motion == .lineStart { target = buffer.before(buffer.cursor) }
    guard target != buffer.cursor else { return [.bell] }
    let range = min(target, buffer.cursor)..<max(target, buffer.cursor)
    kills.add(buffer.slice(range), joins: joins, isBackward: target < buffer.cursor)
    change(range, to: "", .single)
    keyState.lastAction = .kill
    return []
  }

  mutating func yank() -> [EditorEffect] {
    guard let text = kills.newest() else { return [.bell] }
    return put(text, over: buffer.cursor..<buffer.cursor)
  }

  mutating func yankPop(after last: KeyState.LastAction) -> [EditorEffect] {
    guard case .yank(let range) = last, let text = kills.previous() else { return [.bell] }
    return put(text, over: range)
  }

  private mutating func put(_ text: String, over range: Range<Int>) -> [EditorEffect] {
    guard change(range, to: text, .single) else { return [.bell] }
    keyState.lastAction = .yank(range.lowerBound..<range.lowerBound + text.utf8.count)
    return []
  }

  mutating func insertPreviousLastWord(after last: KeyState.LastAction) -> [EditorEffect] {
    var range = buffer.cursor..<buffer.cursor
    var depth = 0
    if case .insertLastWord(let before, let lastDepth) = last {
      (range, depth) = (before, lastDepth + 1)
    }
    guard let word = history.lastWord(depth: depth) else {
      keyState.lastAction = last
      return [.bell]
    }
    guard change(range, to: word, .single) else { return [.bell] }
    keyState.lastAction = .insertLastWord(
      range.lowerBound..<range.lowerBound + word.utf8.count, depth: depth)
    return []
  }

  /// Swaps the characters around the cursor and moves right; at the end of a line, swaps the two
  /// before it.
  mutating func transposeCharacters() -> [EditorEffect] {
    var middle = buffer.cursor
    if buffer.cursor == buffer.lineEnd(of: buffer.cursor) { middle = buffer.before(middle) }
    let start = buffer.before(middle)
    let end = buffer.after(middle)
    let first = buffer.slice(start..<middle)
    let second = buffer.slice(middle..<end)
    guard start < middle, middle < end, first != "\n", second != "\n" else { return [.bell] }
    change(start..<end, to: second + first, .single)
    return []
  }

  /// Swaps the word at the cursor, or the last one, with the word before it.
  mutating func transposeWords() -> [EditorEffect] {
    let second = buffer.wordBack(from: buffer.wordForward(from: buffer.cursor))
    let end = buffer.wordForward(from: second)
    let first = buffer.wordBack(from: second)
    let middle = buffer.wordForward(from: first)
    guard first < middle, middle <= second, second < end else { return [.bell] }
    let swapped =
      buffer.slice(second..<end) + buffer.slice(middle..<second) + buffer.slice(first..<middle)
    change(first..<end, to: swapped, .single)
    return []
  }

  mutating func changeCase(_ caseChange: EditAction.CaseChange, _ count: Int) -> [EditorEffect] {
    let range = buffer.cursor..<buffer.target(of: .wordForward, count: count)
    guard !range.isEmpty else { return [.bell] }
    let old = buffer.slice(range)
    let new =
      switch caseChange {
      case .upper: old.uppercased()
      case .lower: old.lowercased()
      case .capital: Self.capitalized(old)
      }
    change(range, to: new, .single)
    return []
  }

  private static func capitalized(_ text: String) -> String {
    var isInWord = false
    var result = ""
    for character in text {
      let isWord = character.isLetter || character.isNumber || character == "'" && isInWord
      result += isWord && !isInWord ? character.uppercased() : character.lowercased()
      isInWord = isWord
    }
    return result
  }
}

extension LineEditor {
  mutating func undo(_ count: Int) -> [EditorEffect] {
    for step in 0..<count {
      guard let group = undoStack.undo() else { return step == 0 ? [.bell] : [] }
      for edit in group.edits.reversed() {
        buffer.replace(edit.offset..<edit.offset + edit.inserted.utf8.count, with: edit.removed)
      }
      finishUndo(of: group, cursor: group.before)
    }
    return []
  }

  mutating func redo(_ count: Int) -> [EditorEffect] {
    for step in 0..<count {
      guard let group = undoStack.redo() else { return step == 0 ? [.bell] : [] }
      for edit in group.edits {
        buffer.replace(edit.offset..<edit.offset + edit.removed.utf8.count, with: edit.inserted)
      }
      finishUndo(of: group, cursor: group.after)
    }
    return []
  }

  /// Moves the cursor and ends a history navigation that is part of the group.
  private mutating func finishUndo(of group: UndoStack.Group, cursor: Int) {
    buffer.move(to: cursor)
    if group.kind == .history || vi != nil { recall.navigation = nil }
    assistance.hint.isAllowed = false
    assistance.hint.reset()
  }
}
