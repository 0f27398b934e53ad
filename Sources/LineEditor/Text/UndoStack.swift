/// An undo stack of groups of changes.
///
/// 1. Undoing all groups, last to first, restores the original text, unless the oldest groups were
///    dropped for their size.
/// 2. A new change removes the undone groups.
struct UndoStack: Sendable {
  /// The kind of a change. Consecutive changes of one kind form a group.
  enum Kind: Hashable, Sendable {
    case typing, deleting
    /// Lines of the history that replace each other.
    case history
    /// A change that is a group of its own.
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
    /// The cursor before and after the group.
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
  /// Whether all changes join until `endSession`, because vi undoes a whole insertion.
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

  /// Starts a new group with the next change, unless a session is active.
  mutating func close() { isOpen = isOpen && isSession }

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

  private mutating func join(_ edit: Edit, _ kind: Kind, at group: Int) -> Bool {
    guard isSession || done[group].kind == kind else { return false }
    let last = done[group].edits.count - 1
    let previous = done[group].edits[last]
    if edit.removed.isEmpty, edit.offset == previous.offset + previous.inserted.utf8.count {
      if !isSession && startsWord(edit.inserted, after: previous.inserted) { return false }
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

  private func startsWord(_ new: String, after old: String) -> Bool {
    old.last?.isWhitespace == true && new.first?.isWhitespace == false
  }
}
