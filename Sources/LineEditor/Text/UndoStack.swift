/// What was changed, so that it can be taken back and done again.

/// Groups of changes; one group is taken back at a time.
///
/// 1. The groups done, taken back from the last to the first, lead to the text at the beginning
///    (unless the oldest were dropped for their size).
/// 2. A new change forgets the groups that were taken back.
struct UndoStack: Sendable {
  /// Changes of one kind that follow one another form a group.
  enum Kind: Hashable, Sendable {
    case typing, deleting
    /// Lines of the history put in place of each other.
    case history
    /// Stands alone.
    case single
  }

  struct Edit: Sendable {
    var offset: Int
    var removed: String
    var inserted: String

    var size: Int { removed.utf8.count + inserted.utf8.count }
  }

  struct Group: Sendable {
    var edits: [Edit]
    let kind: Kind
    /// The cursor before and after.
    let before: Int
    var after: Int

    var size: Int { edits.reduce(0) { $0 + $1.size } }
  }

  private static let groupLimit = 10_000
  private static let byteLimit = 32 << 20

  private var done: [Group] = []
  private var undone: [Group] = []
  private var bytes = 0
  /// Whether the next change may join the last group.
  private var isOpen = false
  /// All changes join until `endSession`: vi takes back a whole insertion.
  private var isSession = false

  mutating func record(_ edit: Edit, _ kind: Kind, before: Int, after: Int) {
    bytes += edit.size - undone.reduce(0) { $0 + $1.size }
    undone = []
    if isOpen, let last = done.indices.last, join(edit, kind, at: last) {
      done[last].after = after
    } else {
      done.append(Group(edits: [edit], kind: kind, before: before, after: after))
    }
    isOpen = isSession || kind != .single
    while done.count > Self.groupLimit || (bytes > Self.byteLimit && done.count > 1) {
      bytes -= done.removeFirst().size
    }
  }

  /// The next change begins a group, unless a session is on.
  mutating func close() {
    isOpen = isOpen && isSession
  }

  mutating func beginSession() {
    isOpen = false
    isSession = true
  }

  mutating func endSession() {
    isOpen = false
    isSession = false
  }

  mutating func undo() -> Group? {
    guard let group = done.popLast() else { return nil }
    undone.append(group)
    isOpen = false
    return group
  }

  mutating func redo() -> Group? {
    guard let group = undone.popLast() else { return nil }
    done.append(group)
    isOpen = false
    return group
  }

  /// Adds an edit to a group where it continues it.
  private mutating func join(_ edit: Edit, _ kind: Kind, at group: Int) -> Bool {
    guard isSession || done[group].kind == kind else { return false }
    let last = done[group].edits.count - 1
    let previous = done[group].edits[last]
    if edit.removed.isEmpty, edit.offset == previous.offset + previous.inserted.utf8.count {
      if !isSession && beginsWord(edit.inserted, after: previous.inserted) { return false }
      done[group].edits[last].inserted += edit.inserted
    } else if edit.inserted.isEmpty, previous.inserted.isEmpty, edit.offset == previous.offset {
      done[group].edits[last].removed += edit.removed
    } else if edit.inserted.isEmpty, previous.inserted.isEmpty,
      edit.offset + edit.removed.utf8.count == previous.offset
    {
      done[group].edits[last].removed = edit.removed + previous.removed
      done[group].edits[last].offset = edit.offset
    } else if isSession || kind == .history {
      done[group].edits.append(edit)
    } else {
      return false
    }
    return true
  }

  private func beginsWord(_ new: String, after old: String) -> Bool {
    old.last?.isWhitespace == true && new.first?.isWhitespace == false
  }
}
