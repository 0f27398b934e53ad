import TerminalKit

extension LineEditor {
  mutating func pressVi(_ key: Key) -> [EditorEffect] {
    vi?.mode == .normal ? pressNormal(key) : pressInsert(key)
  }

  /// Keeps the cursor on a character in normal mode, not behind the last one.
  mutating func clampViCursor() {
    guard vi?.mode == .normal, recall.search == nil else { return }
    let cursor = buffer.cursor
    if cursor == buffer.lineEnd(of: cursor), cursor > buffer.lineStart(of: cursor) {
      buffer.move(to: buffer.before(cursor))
    }
  }

  private mutating func pressInsert(_ key: Key) -> [EditorEffect] {
    if key == Key(.escape) {
      if menu == nil { leaveInsert() } else { menu = nil }
      return []
    }
    if case .text(let text) = key.code, key.modifiers == .alt {
      // The terminal sent Escape and the character together.
      menu = nil
      leaveInsert()
      clampViCursor()
      return route(.text(text))
    }
    if key.typed != nil || key == Key(.backspace) || key == .control("w") || key == .control("u") {
      vi?.recordedChange?.keys.append(key)
    }
    if vi?.mode == .replace, let text = key.typed {
      let line = buffer.lineEnd(of: buffer.cursor)
      var end = buffer.cursor
      for _ in text { end = min(buffer.after(end), line) }
      return change(buffer.cursor..<end, to: text, .typing) ? [] : [.bell]
    }
    return type(key)
  }

  private mutating func leaveInsert() {
    vi?.endChange()
    vi?.mode = .normal
    vi?.command = ViCommand()
    undoStack.endSession()
    if buffer.cursor > buffer.lineStart(of: buffer.cursor) {
      buffer.move(to: buffer.before(buffer.cursor))
    }
  }

  private mutating func pressNormal(_ key: Key) -> [EditorEffect] {
    if case .text(let text) = key.code, !key.modifiers.contains(.control) {
      if text.count == 1, let character = text.first { return normalCommand(character) }
      return text.flatMap { route(.text(String($0))) }
    }
    vi?.command = ViCommand()
    switch key.code {
    case .escape: return []
    case .backspace: return perform(.move(.back))
    case .delete: return normalCommand("x")
    default: break
    }
    if key == .control("r") { return perform(.redo) }
    guard case .action(let action) = keymap.match([key]) else { return [.bell] }
    switch action {
    case .move, .up, .down, .pageUp, .pageDown, .search, .accept, .discardLine, .clearScreen,
      .suspend,
      .usage, .undo, .dismiss:
      return perform(action)
    case .deleteOrExit where buffer.isEmpty: return [.exit]
    default: return [.bell]
    }
  }

  private mutating func normalCommand(_ character: Character) -> [EditorEffect] {
    guard var state = vi else { return [] }
    let wasCounting = state.command.isIdle
    let outcome = state.command.feed(character)
    let count = state.command.total
    if !state.isRepeating {
      if wasCounting { state.recordedChange = ViState.Change(count: state.command.count) }
      if outcome != .unfinished || !state.command.isIdle {
        state.recordedChange?.keys.append(.text(String(character)))
      }
    }
    if outcome != .unfinished { state.command = ViCommand() }
    vi = state
    switch outcome {
    case .unfinished: return []
    case .unknown: return [.bell]
    case .done(let action): return performVi(action, count)
    }
  }

  private mutating func performVi(_ action: ViCommand.Action, _ count: Int?) -> [EditorEffect] {
    let last = keyState.lastAction
    keyState.lastAction = .none
    if action.isChange { undoStack.beginSession() }
    let effects: [EditorEffect]
    switch action {
    case .move(let motion): effects = go(motion, count, after: last)
    case .operate(let operation, let motion): effects = operate(operation, motion, count ?? 1)
    case .operateOnLines(let operation):
      effects = operateOnLines(operation, below: (count ?? 1) - 1)
    case .replace(let character): effects = replaceCharacters(with: character, count ?? 1)
    case .command(let command): effects = performCommand(command, count)
    }
    if vi?.mode == .normal {
      undoStack.endSession()
      clampViCursor()
      let change = vi?.recordedChange
      if action.isChange, vi?.isRepeating == false, !effects.contains(.bell) {
        vi?.lastChange = change
      }
      vi?.recordedChange = nil
    }
    return effects
  }

  /// Repeats the keys of the last change (`.`), with their own count or another one.
  mutating func repeatChange(_ count: Int?) -> [EditorEffect] {
    guard let change = vi?.lastChange, vi?.isRepeating == false else { return [.bell] }
    vi?.isRepeating = true
    vi?.recordedChange = nil
    vi?.command = ViCommand(count: count ?? change.count)
    var effects: [EditorEffect] = []
    for key in change.keys {
      effects += route(key)
      // If the change fails, its text must not run as commands.
      if effects.contains(.bell) { break }
    }
    vi?.isRepeating = false
    if count != nil { vi?.lastChange?.count = count }
    return effects
  }
}
