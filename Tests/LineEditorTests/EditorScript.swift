import TerminalKit

@testable import LineEditor

extension EditBuffer {
  /// Creates a buffer from a text with `|` as the cursor, such as `sea|rch`.
  ///
  /// Without `|`, the cursor is at the end.
  init(marked: String) {
    let parts = marked.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    self.init(parts.joined(), cursor: parts[0].utf8.count)
  }
}

extension LineEditor {
  init(_ marked: String = "", history: [String] = [], keys: KeyStyle = .emacs) {
    self.init(assistant: ScriptedAssistant(), history: History(history), keys: keys)
    buffer = EditBuffer(marked: marked)
  }

  var marked: String {
    let shown = recall.search == nil ? buffer : searchResult
    return shown.slice(0..<shown.cursor) + "|" + shown.slice(shown.cursor..<shown.count)
  }

  /// Types the keys of a script and returns all effects.
  @discardableResult
  mutating func type(_ script: String) -> [EditorEffect] {
    script.split(separator: " ").flatMap { word in
      Script.keys(String(word)).flatMap { apply(.key($0)) }
    }
  }

  var shownScene: EditorScene {
    mutating get { scene(prompt: "> ", continuation: ". ") }
  }
}

/// A script of keys in words: `C-w`, `M-f`, `<left>`, `<S-delete>` and `<space>` are keys, anything
/// else is text.
enum Script {
  static func keys(_ word: String) -> [Key] {
    if word.hasPrefix("<"), word.hasSuffix(">"), word.count > 2 {
      return [key(String(word.dropFirst().dropLast()))]
    }
    if word.count == 3, word.hasPrefix("C-") { return [.control(String(word.suffix(1)))] }
    if word.count == 3, word.hasPrefix("M-") { return [.alt(String(word.suffix(1)))] }
    return word.map { .text(String($0)) }
  }

  private static let codes: [String: Key.Code] = [
    "left": .left, "right": .right, "up": .up, "down": .down, "home": .home, "end": .end,
    "tab": .tab, "enter": .enter, "esc": .escape, "backspace": .backspace, "delete": .delete,
    "insert": .insert, "pageup": .pageUp, "pagedown": .pageDown, "f1": .function(1),
    "f9": .function(9), "space": .text(" "),
  ]

  private static func key(_ name: String) -> Key {
    var rest = Substring(name)
    var modifiers: Key.Modifiers = []
    for (prefix, modifier) in [("C-", Key.Modifiers.control), ("M-", .alt), ("S-", .shift)]
    where rest.hasPrefix(prefix) {
      rest = rest.dropFirst(2)
      modifiers.insert(modifier)
    }
    return Key(codes[String(rest)] ?? .text(String(rest)), modifiers)
  }
}
