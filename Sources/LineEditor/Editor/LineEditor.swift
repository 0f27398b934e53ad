import Messages
public import TerminalKit

/// A line editor as a state machine: keys change the line and return effects. It has no terminal
/// and no clock.
///
/// 1. Every change of the text goes through `change`, so it can be undone.
/// 2. At most one of `recall.search` and `menu` is set.
/// 3. `recall.navigation` is nil while the draft is shown. Its positions are indices into `history.lines`,
///    so a change of the history ends it.
public struct LineEditor: Sendable {
  /// The assistant; replace it when commands have changed what it knows.
  public var assistant: any EditorAssistant {
    didSet {
      assistance.coloring = nil
      assistance.hint.reset()
    }
  }
  private(set) var keymap: Keymap
  /// The history. The driver adds each line that it runs.
  public var history: History { didSet { recall.navigation = nil } }
  var buffer = EditBuffer()
  var undoStack = UndoStack()
  var kills = KillRing()
  var keyState = KeyState()
  var recall = HistoryRecall()
  var menu: OpenMenu?
  var assistance = Assistance()
  /// The state of the vi keys; nil with emacs keys.
  var vi: ViState?
  var annotations = Annotations()

  public init(assistant: any EditorAssistant, history: History, keys: KeyStyle) {
    self.assistant = assistant
    self.history = history
    keymap = Keymap(keys)
    use(keys)
  }

  /// Switches between emacs and vi keys. The line stays unchanged.
  public mutating func use(_ keys: KeyStyle) {
    guard (keys == .vi) != (vi != nil) else { return }
    close()
    keymap = Keymap(keys)
    vi = keys == .vi ? ViState() : nil
    if vi == nil { undoStack.endSession() } else { undoStack.beginSession() }
  }

  public var text: String { recall.search == nil ? buffer.text : searchResult.text }
  /// Whether a completion menu is open, which Enter and Esc are for.
  public var hasMenu: Bool { menu != nil }
  /// The UTF-8 offset of the cursor.
  public var cursor: Int { recall.search == nil ? buffer.cursor : searchResult.cursor }

  public mutating func apply(_ input: TerminalInput) -> [EditorEffect] {
    switch input {
    case .reply, .mouse: return []
    case .paste(let text):
      defer { clampViCursor() }
      return paste(text)
    case .key(let key): return press(key.canonical)
    }
  }

  /// Replaces the line, for example with the text from `$EDITOR`. Undo restores it.
  public mutating func replace(with text: String) {
    close()
    let text = Self.trimmed(text)
    change(0..<buffer.count, to: text, .single)
    undoStack.close()
    assistance.hint.isAllowed = false
    clampViCursor()
  }

  /// Starts a new line. The kill ring, the history and the proposal stay.
  public mutating func restart() {
    close()
    buffer = EditBuffer()
    undoStack = UndoStack()
    recall.navigation = nil
    keyState.lastAction = .none
    annotations.notice = nil
    assistance = Assistance()
    vi?.restart()
    if vi != nil { undoStack.beginSession() }
  }

  /// Proposes a line that Tab inserts while the line is empty. Any other key removes the proposal.
  public mutating func propose(_ text: String) { annotations.proposal = text.isEmpty ? nil : text }

  /// Closes the search, the menu and other pending states.
  private mutating func close() {
    recall.search = nil
    menu = nil
    annotations.above = []
    keyState.cancel()
  }
}

// Mapping keys to actions.
extension LineEditor {
  private mutating func press(_ key: Key) -> [EditorEffect] {
    annotations.above = []
    defer { if annotations.notice?.revision != buffer.revision { annotations.notice = nil } }
    let proposed = annotations.proposal
    annotations.proposal = nil
    if keyState.isQuoted { return quote(key) }
    if let proposed, buffer.isEmpty, key == Key(.tab), recall.search == nil {
      change(0..<0, to: proposed, .single)
      return []
    }
    let effects = route(key)
    clampViCursor()
    return effects
  }

  /// Passes a key to the search, to vi's normal mode or to the line.
  mutating func route(_ key: Key) -> [EditorEffect] {
    if recall.search != nil, let effects = handleSearchKey(key) { return effects }
    return vi == nil ? type(key) : pressVi(key)
  }

  /// Performs the action of a key, or inserts its text.
  mutating func type(_ key: Key) -> [EditorEffect] {
    let keys = keyState.pending + [key]
    keyState.pending = []
    switch keymap.match(keys) {
    case .action(let action): return perform(action)
    case .prefix:
      keyState.pending = keys
      return []
    case .nothing:
      if keys.count == 1, let text = key.typed { return perform(.insert(text)) }
      keyState.argument = nil
      return [.bell]
    }
  }

  /// Inserts the character that the key sends.
  private mutating func quote(_ key: Key) -> [EditorEffect] {
    keyState.isQuoted = false
    guard let text = key.literal else { return [.bell] }
    change(buffer.cursor..<buffer.cursor, to: text, .typing)
    return []
  }

  private mutating func paste(_ pasted: String) -> [EditorEffect] {
    annotations.above = []
    annotations.proposal = nil
    let text = Self.trimmed(pasted)
    guard recall.search == nil else {
      searchPaste(text)
      return []
    }
    menu = nil
    keyState.cancel()
    keyState.lastAction = .none
    undoStack.close()
    guard !text.isEmpty, change(buffer.cursor..<buffer.cursor, to: text, .single) else {
      return text.isEmpty ? [] : [.bell]
    }
    let count = assistant.commandCount(text)
    if count > 1 {
      annotations.notice = Annotations.Notice(
        text: "\(count) commands pasted; Enter runs them, Ctrl-C drops them",
        revision: buffer.revision)
    }
    return []
  }

  /// Removes line breaks at the end and converts all others to line feeds.
  private static func trimmed(_ text: String) -> String {
    var text = text
    if text.utf8.contains(UInt8(ascii: "\r")) {
      text = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
