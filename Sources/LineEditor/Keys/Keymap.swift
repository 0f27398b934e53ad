/// What each key does: tables that the editor obeys and that help can print.
import TerminalKit

/// Keys and rows of keys with their actions.
public struct Keymap: Sendable {
  /// A line of the table.
  public struct Row: Hashable, Sendable {
    /// The keys in their written form, as in `Ctrl-X Ctrl-E`.
    public let keys: [String]
    public let summary: String
    let action: EditAction?

    init(_ keys: String..., does action: EditAction?, _ summary: String) {
      self.keys = keys
      self.summary = summary
      self.action = action
    }
  }

  enum Match {
    case action(EditAction)
    /// More keys follow.
    case prefix
    case nothing
  }

  /// The whole table of a style, as it may be shown.
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

  /// What is bound to the keys. A capital with Alt, or Shift with a key that has no meaning of its
  /// own for it, counts as the key without.
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
