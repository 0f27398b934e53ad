import TerminalKit

extension Key {
  /// Creates a key from its name, such as `Ctrl-A`, `Alt-<`, `Shift-Tab` or `F1`; nil for other
  /// names.
  init?(named name: String) {
    var rest = Substring(name)
    var modifiers: Modifiers = []
    for (prefix, modifier) in [("Ctrl-", Modifiers.control), ("Alt-", .alt), ("Shift-", .shift)]
    where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(prefix.count)
      modifiers.insert(modifier)
    }
    if let code = Self.named[String(rest)] {
      self.init(code, modifiers)
    } else if rest.first == "F", let number = Int(rest.dropFirst()) {
      self.init(.function(number), modifiers)
    } else if rest.count == 1 {
      self.init(.text(rest.lowercased()), modifiers)
    } else {
      return nil
    }
  }

  private static let named: [String: Code] = [
    "Enter": .enter, "Tab": .tab, "Backspace": .backspace, "Delete": .delete, "Insert": .insert,
    "Escape": .escape, "Up": .up, "Down": .down, "Left": .left, "Right": .right, "Home": .home,
    "End": .end, "PageUp": .pageUp, "PageDown": .pageDown,
  ]

  /// The key in a canonical form: Ctrl-M is Enter, and characters have no Shift.
  var canonical: Key {
    guard case .text(let text) = code else { return self }
    if modifiers.contains(.control) {
      switch text.lowercased() {
      case "m", "j": return Key(.enter, modifiers.subtracting(.control))
      case "i": return Key(.tab, modifiers.subtracting(.control))
      case "h": return Key(.backspace, modifiers.subtracting(.control))
      case "[": return Key(.escape)
      default: return Key(.text(text.lowercased()), modifiers.subtracting(.shift))
      }
    }
    return Key(code, modifiers.subtracting(.shift))
  }

  /// The text that the key inserts, or nil for a command key.
  var typed: String? {
    guard case .text(let text) = code, modifiers.isEmpty else { return nil }
    return text
  }

  /// The character that a terminal sends for the key, for quoted insertion.
  var literal: String? {
    switch code {
    case .text(let text):
      guard modifiers.contains(.control) else { return text }
      guard let value = text.uppercased().unicodeScalars.first?.value, text.utf8.count == 1 else {
        return nil
      }
      return String(Unicode.Scalar(UInt8(value & 0x1F)))
    case .tab: return "\t"
    case .enter: return "\n"
    case .escape: return "\u{1B}"
    case .backspace: return "\u{7F}"
    default: return nil
    }
  }
}
