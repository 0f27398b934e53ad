/// The written names of keys: the key tables and their help share them.
import TerminalKit

extension Key {
  /// A key by its name: `Ctrl-A`, `Alt-<`, `Shift-Tab`, `F1`; nil for anything else.
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

  /// One name for each key: Ctrl-M is Enter, and Shift is in the letter already.
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

  /// What a key types; nil for a key that is a command.
  var typed: String? {
    guard case .text(let text) = code, modifiers.isEmpty else { return nil }
    return text
  }

  /// The character that a terminal sends for the key, for putting it into the line as it is.
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
