public import Messages
import TerminalKit

/// A table of key bindings, used by the editor and printed in help.
public struct Keymap: Sendable {
  /// A row of the table.
  public struct Row: Hashable, Sendable {
    /// The names of the keys, such as `Ctrl-X Ctrl-E`.
    public let keys: [String]
    public let summary: Message
    /// The action; nil for a row that is only shown in help.
    let action: EditAction?

    init(_ keys: String..., does action: EditAction?, _ summary: Message) {
      self.keys = keys
      self.summary = summary
      self.action = action
    }
  }

  enum Match {
    case action(EditAction)
    /// The keys start a longer sequence.
    case prefix
    case nothing
  }

  /// All rows of the style, for help.
  public let rows: [Row]
  private var actions: [[Key]: EditAction] = [:]
  private var prefixes: Set<[Key]> = []

  public init(_ style: KeyStyle) {
    switch style {
    case .emacs: rows = Self.common + Self.emacs
    case .vi: rows = Self.common + Self.viInsert + Self.viNormal
    }
    for row in rows {
      guard let action = row.action else { continue }
      for keys in row.keys { bind(keys, action) }
    }
  }

  private mutating func bind(_ names: String, _ action: EditAction) {
    let keys = names.split(separator: " ").compactMap { Key(named: String($0))?.canonical }
    guard !keys.isEmpty else { return }
    actions[keys] = action
    if keys.count > 1 { prefixes.insert(Array(keys.dropLast())) }
  }

  /// Returns the action bound to the keys, or `.prefix` if more keys must follow. If the last key
  /// has no binding with Shift, or as a capital letter with a modifier, its binding without Shift
  /// is used. Alt with a digit is a digit of the repeat count.
  func match(_ keys: [Key]) -> Match {
    if let action = actions[keys] { return .action(action) }
    if prefixes.contains(keys) { return .prefix }
    guard var last = keys.last else { return .nothing }
    if case .text(let text) = last.code {
      if last.modifiers.contains(.alt), let digit = Int(text), keys.count == 1 {
        return .action(.digit(digit))
      }
      guard !last.modifiers.isEmpty, text != text.lowercased() else { return .nothing }
      last.code = .text(text.lowercased())
    } else if last.modifiers.contains(.shift) {
      last.modifiers.remove(.shift)
    } else {
      return .nothing
    }
    return actions[keys.dropLast() + [last]].map { .action($0) } ?? .nothing
  }
}
