import Messages
import TerminalKit

extension LineEditor {
  /// Performs an action, first in the menu if one is open.
  mutating func perform(_ action: EditAction) -> [EditorEffect] {
    if case .digit(let digit) = action {
      keyState.argument = min((keyState.argument ?? 0) * 10 + digit, 1000)
      return []
    }
    let count = keyState.argument ?? 1
    keyState.argument = nil
    if menu != nil, let effects = performInMenu(action) { return effects }
    let isFiltering = menu != nil
    let revision = buffer.revision
    let last = keyState.lastAction
    keyState.lastAction = .none
    let effects = dispatch(action, count, after: last)
    if isFiltering { filterMenu(hasChanged: buffer.revision != revision) }
    return effects
  }

  private mutating func dispatch(
    _ action: EditAction, _ count: Int, after last: KeyState.LastAction
  ) -> [EditorEffect] {
    switch action {
    case .insert(let text): return insert(text, count)
    case .insertLineBreak: return insert("\n", count)
    case .move(let motion): return move(motion, count)
    case .delete(let motion): return delete(motion, count)
    case .kill(let motion): return kill(motion, count, joins: last == .kill)
    case .yank: return yank()
    case .yankPop: return yankPop(after: last)
    case .transposeCharacters: return transposeCharacters()
    case .transposeWords: return transposeWords()
    case .changeCase(let change): return changeCase(change, count)
    case .undo: return undo(count)
    case .redo: return redo(count)
    case .insertLastWord: return insertPreviousLastWord(after: last)
    case .up: return moveVertically(isBelow: false, count, after: last)
    case .down: return moveVertically(isBelow: true, count, after: last)
    case .history(let step): return navigateHistory(step)
    case .pageUp: return navigateHistory(.older)
    case .pageDown: return navigateHistory(.newer)
    case .search(let isOlder): return beginSearch(isOlder: isOlder)
    case .complete: return complete(selectsLast: false)
    case .completePrevious: return complete(selectsLast: true)
    case .accept: return accept()
    case .discardLine: return discardLine()
    case .deleteOrExit: return buffer.isEmpty ? [.exit] : delete(.forward, count)
    case .dismiss: return dismiss()
    case .quotedInsert: keyState.isQuoted = true
    case .openEditor: return [.openEditor(buffer.text)]
    case .usage: return showUsage()
    case .forgetHint: return forgetHint(count)
    case .clearScreen: return [.clearScreen]
    case .suspend: return [.suspend]
    case .digit: break
    }
    return []
  }

  /// Changes the text so that the change can be undone.
  ///
  /// - Returns: false if the text would become too long; a notice says so.
  @discardableResult
  mutating func change(
    _ range: Range<Int>, to new: String, _ kind: UndoStack.Kind, cursor: Int? = nil
  ) -> Bool {
    guard buffer.count - range.count + new.utf8.count <= EditBuffer.byteLimit else {
      annotations.notice = Annotations.Notice(
        text: "The line would be longer than 8 MB", revision: buffer.revision)
      return false
    }
    guard !range.isEmpty || !new.isEmpty else { return true }
    let before = buffer.cursor
    let old = buffer.replace(range, with: new)
    if let cursor { buffer.move(to: cursor) }
    undoStack.record(
      .init(offset: range.lowerBound, removed: old, inserted: new), kind, before: before,
      after: buffer.cursor)
    assistance.hint.isAllowed = kind != .history && !new.isEmpty
    if !assistance.hint.isAllowed { assistance.hint.reset() }
    return true
  }

  private mutating func insert(_ text: String, _ count: Int) -> [EditorEffect] {
    guard let all = EditBuffer.repeated(text, count),
      change(buffer.cursor..<buffer.cursor, to: all, .typing)
    else { return [.bell] }
    return []
  }

  private mutating func move(_ motion: Motion, _ count: Int) -> [EditorEffect] {
    if count == 1, acceptHint(with: motion) { return [] }
    undoStack.close()
    buffer.move(to: buffer.target(of: motion, count: count))
    return []
  }

  private mutating func delete(_ motion: Motion, _ count: Int) -> [EditorEffect] {
    let target = buffer.target(of: motion, count: count)
    guard target != buffer.cursor else { return [.bell] }
    change(
      min(target, buffer.cursor)..<max(target, buffer.cursor), to: "",
      count == 1 ? .deleting : .single)
    return []
  }

  private mutating func moveVertically(
    isBelow: Bool, _ count: Int, after last: KeyState.LastAction
  ) -> [EditorEffect] {
    for step in 0..<count {
      let effects = moveOneLine(isBelow: isBelow, after: step == 0 ? last : keyState.lastAction)
      guard effects.isEmpty else { return step == 0 ? effects : [] }
    }
    return []
  }

  private func canGo(isBelow: Bool) -> Bool {
    buffer.offset(below: isBelow, of: buffer.cursor, column: 0) != nil
  }

  private mutating func moveOneLine(isBelow: Bool, after last: KeyState.LastAction)
    -> [EditorEffect]
  {
    guard canGo(isBelow: isBelow) else { return navigateHistory(isBelow ? .newer : .older) }
    undoStack.close()
    var column = buffer.column
    if case .column(let wanted) = last { column = wanted }
    if let target = buffer.offset(below: isBelow, of: buffer.cursor, column: column) {
      buffer.move(to: target)
      keyState.lastAction = .column(column)
    }
    return []
  }

  private mutating func accept() -> [EditorEffect] {
    if assistant.isUnfinished(buffer.text) { return insert("\n", 1) }
    clearTransientState()
    return [.accept(buffer.text)]
  }

  private mutating func discardLine() -> [EditorEffect] {
    guard !buffer.isEmpty else { return [.showExitHint] }
    clearTransientState()
    history.keepDiscarded(buffer.text)
    return [.discardLine]
  }

  /// Removes everything but the line, which stays on the screen.
  private mutating func clearTransientState() {
    menu = nil
    annotations.notice = nil
    assistance.hint.isAllowed = false
  }

  private mutating func dismiss() -> [EditorEffect] {
    assistance.hint.isAllowed = false
    return []
  }

  private mutating func showUsage() -> [EditorEffect] {
    if buffer.isEmpty, let line = assistant.helpLine {
      replace(with: line)
      return accept()
    }
    guard !buffer.isLong, let usage = assistant.usage(of: buffer.text, at: buffer.cursor) else {
      return [.bell]
    }
    annotations.above = usage.lines
    return []
  }
}
