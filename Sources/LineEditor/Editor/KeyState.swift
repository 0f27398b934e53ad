import TerminalKit

/// The effect of earlier keys on the next one.
struct KeyState: Sendable {
  /// The last action, if it affects the next one.
  enum LastAction: Hashable, Sendable {
    case none
    case kill
    case yank(Range<Int>)
    case insertLastWord(Range<Int>, depth: Int)
    /// A vertical movement, which continues in this column.
    case column(Int)
  }

  /// The first keys of an unfinished key sequence such as `Ctrl-X Ctrl-E`.
  var pending: [Key] = []
  /// Whether the next key is inserted literally.
  var isQuoted = false
  /// How often the next action is repeated.
  var argument: Int?
  var lastAction = LastAction.none

  /// Drops what was typed of an unfinished action.
  mutating func cancel() {
    pending = []
    isQuoted = false
    argument = nil
  }
}
