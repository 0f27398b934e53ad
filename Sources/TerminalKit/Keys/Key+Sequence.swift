extension Key {
  /// What a terminal sends for the key; ``KeyDecoder`` reads it as the same key.
  var sequence: String {
    let modified = modifiers.rawValue + 1
    func code(_ number: UInt32) -> String { "\u{1B}[\(number);\(modified)u" }
    func letter(_ final: String) -> String { "\u{1B}[1;\(modified)\(final)" }
    func number(_ number: Int) -> String { "\u{1B}[\(number);\(modified)~" }
    switch self.code {
    case .text(let text) where modifiers.isEmpty: return text
    case .text(let text): return code(text.unicodeScalars.first?.value ?? 0)
    case .enter: return modifiers.isEmpty ? "\r" : code(13)
    case .tab: return modifiers.isEmpty ? "\t" : code(9)
    case .backspace: return modifiers.isEmpty ? "\u{7F}" : code(127)
    case .escape: return code(27)
    case .up: return letter("A")
    case .down: return letter("B")
    case .right: return letter("C")
    case .left: return letter("D")
    case .end: return letter("F")
    case .home: return letter("H")
    case .insert: return number(2)
    case .delete: return number(3)
    case .pageUp: return number(5)
    case .pageDown: return number(6)
    case .function(let key) where key < 13: return number(Self.functions[key])
    case .function(let key): return code(57363 + UInt32(key))
    }
  }

  /// The numbers of F1 to F12, by that of the key.
  private static let functions = [0, 11, 12, 13, 14, 15, 17, 18, 19, 20, 21, 23, 24]
}

extension TerminalInput {
  /// What a terminal sends for it; empty for the mouse and for replies, which come too late for
  /// anyone else.
  package var sequence: String {
    switch self {
    case .key(let key): key.sequence
    case .paste(let text): "\u{1B}[200~\(text)\u{1B}[201~"
    case .mouse, .reply: ""
    }
  }
}
