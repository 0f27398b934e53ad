/// The line editor: keys go in, the line changes, and what else is to be done comes out.
public import TerminalKit

/// A line being typed, with all that helps to type it. It knows no terminal and no clock.
///
/// 1. Every change of the text goes through `change`, so it can be undone.
/// 2. At most one of `search` and `menu` is open.
/// 3. `walk` is nil while the line typed is shown; positions in it count `history.lines`, so a
///    change of the history ends the walk.
public struct LineEditor: Sendable {
  /// What the last key did, where it matters to the next one.
  enum LastAction: Hashable, Sendable {
    case none
    case kill
    case yank(Range<Int>)
    case insertLastWord(Range<Int>, depth: Int)
    /// Going up and down keeps to this column.
    case column(Int)
  }

  /// A line of notice that stays until the text changes.
  struct Notice: Sendable {
    let text: String
    let revision: Int
  }

  /// The colors of a revision of the text.
  struct Coloring: Sendable {
    let revision: Int
    let line: StyledText
    /// Whether nothing had to be made visible in it.
    let isVerbatim: Bool
  }

  /// Another one may take its place when a command has changed what there is to know.
  public var assistant: any EditorAssistant {
    didSet {
      coloring = nil
      hintState.forget()
    }
  }
  private(set) var keymap: Keymap
  /// A line that was run is added by whoever runs it.
  public var history: History {
    didSet { navigation = nil }
  }
  var buffer = EditBuffer()
  var undoStack = UndoStack()
  var kills = KillRing()
  var lastAction = LastAction.none
  var navigation: HistoryNavigation?
  var search: HistorySearch?
  var lastPattern = ""
  var menu: OpenMenu?
  var hintState = HintState()
  /// Nil with the keys of emacs.
  var vi: ViState?
  var notice: Notice?
  var proposal: String?
  var above: [StyledText] = []
  var coloring: Coloring?
  /// The keys of an unfinished row such as `Ctrl-X`.
  private var pendingKeys: [Key] = []
  var isQuotedInsert = false
  var argument: Int?

  public init(assistant: any EditorAssistant, history: History, keys: KeyStyle) {
    self.assistant = assistant
    self.history = history
    keymap = Keymap(keys)
    use(keys)
  }

  /// Changes the keys; the line stays as it is.
  public mutating func use(_ keys: KeyStyle) {
    guard (keys == .vi) != (vi != nil) else { return }
    close()
    keymap = Keymap(keys)
    vi = keys == .vi ? ViState() : nil
    if vi == nil { undoStack.endSession() } else { undoStack.beginSession() }
  }

  public var text: String { search == nil ? buffer.text : searched.text }
  /// The UTF-8 offset of the cursor in the text.
  public var cursor: Int { search == nil ? buffer.cursor : searched.cursor }

  public mutating func apply(_ input: TerminalInput) -> [EditorEffect] {
    switch input {
    case .reply: return []
    case .paste(let text):
      defer { clampViCursor() }
      return paste(text)
    case .key(let key): return press(key.canonical)
    }
  }

  /// Puts another text in place of the line, as `$EDITOR` gave it back; undo brings the old one.
  public mutating func replace(with text: String) {
    close()
    let text = Self.trimmed(text)
    change(0..<buffer.count, to: text, .single)
    undoStack.close()
    hintState.isAllowed = false
    clampViCursor()
  }

  /// Begins a new line, after the last one was accepted or dropped. Cut texts, the history and a
  /// proposal stay.
  public mutating func restart() {
    close()
    buffer = EditBuffer()
    coloring = nil
    undoStack = UndoStack()
    navigation = nil
    lastAction = .none
    notice = nil
    hintState = HintState()
    vi?.restart()
    if vi != nil { undoStack.beginSession() }
  }

  /// Offers a line that Tab puts in while the line is empty; any other key drops the offer.
  public mutating func propose(_ text: String) {
    proposal = text.isEmpty ? nil : text
  }

  /// Closes whatever is open but the line.
  private mutating func close() {
    search = nil
    menu = nil
    above = []
    pendingKeys = []
    isQuotedInsert = false
    argument = nil
  }
}

// From a key to an action.
extension LineEditor {
  private mutating func press(_ key: Key) -> [EditorEffect] {
    above = []
    defer { if notice?.revision != buffer.revision { notice = nil } }
    let proposed = proposal
    proposal = nil
    if isQuotedInsert { return quote(key) }
    if let proposed, buffer.isEmpty, key == Key(.tab), search == nil {
      change(0..<0, to: proposed, .single)
      return []
    }
    let effects = route(key)
    clampViCursor()
    return effects
  }

  /// Brings a key to what is open: a search, the mode of vi, or the line.
  mutating func route(_ key: Key) -> [EditorEffect] {
    if search != nil, let effects = searching(key) { return effects }
    return vi == nil ? type(key) : pressVi(key)
  }

  /// Looks a key up, or types it.
  mutating func type(_ key: Key) -> [EditorEffect] {
    let keys = pendingKeys + [key]
    pendingKeys = []
    switch keymap.match(keys) {
    case .action(let action): return perform(action)
    case .prefix:
      pendingKeys = keys
      return []
    case .nothing:
      if keys.count == 1, let text = key.typed { return perform(.insert(text)) }
      argument = nil
      return [.bell]
    }
  }

  /// The next key as the character that it sends.
  private mutating func quote(_ key: Key) -> [EditorEffect] {
    isQuotedInsert = false
    guard let text = key.literal else { return [.bell] }
    change(buffer.cursor..<buffer.cursor, to: text, .typing)
    return []
  }

  private mutating func paste(_ pasted: String) -> [EditorEffect] {
    above = []
    proposal = nil
    let text = Self.trimmed(pasted)
    guard search == nil else {
      searchPaste(text)
      return []
    }
    menu = nil
    pendingKeys = []
    isQuotedInsert = false
    argument = nil
    lastAction = .none
    undoStack.close()
    guard !text.isEmpty, change(buffer.cursor..<buffer.cursor, to: text, .single) else {
      return text.isEmpty ? [] : [.bell]
    }
    let count = assistant.commandCount(text)
    if count > 1 {
      notice = Notice(
        text: "\(count) commands pasted; Enter runs them, Ctrl-C drops them",
        revision: buffer.revision)
    }
    return []
  }

  /// Without line breaks at the end; every other line break is a line feed.
  private static func trimmed(_ text: String) -> String {
    var text = text
    if text.utf8.contains(UInt8(ascii: "\r")) {
      text = String(text.map { $0 == "\r\n" || $0 == "\r" ? "\n" : $0 })
    }
    while text.hasSuffix("\n") { text.removeLast() }
    return text
  }
}
