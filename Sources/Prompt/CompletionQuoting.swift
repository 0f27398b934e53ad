import CommandLanguage

/// Writes a completed text as a word of the line, with quotes if it needs them.
struct CompletionQuoting {
  /// The quote that is open at the cursor.
  let quote: Unfinished.Kind?
  /// Whether a quote is left open, because more of the word follows, as after a folder.
  var staysOpen = false

  func word(_ text: String) -> String {
    switch quote {
    case .singleQuote where !text.contains("'") && !text.contains("\n"):
      return "'\(text)" + (staysOpen ? "" : "'")
    case .singleQuote, .doubleQuote: return closed(Quoting.inQuotes(text))
    case .backslash, nil:
      if Self.isPlain(text) { return text }
      let quoted = Quoting.quote(text)
      return quoted == text ? text : closed(quoted)
    }
  }

  /// A path. Its `~/` stays outside the quotes if it stands for the home folder.
  func path(_ text: String, atHome: Bool) -> String {
    guard atHome, text.hasPrefix("~/") else { return word(text) }
    let rest = String(text.dropFirst(2))
    return "~/"
      + (rest.isEmpty ? "" : CompletionQuoting(quote: nil, staysOpen: staysOpen).word(rest))
  }

  /// Whether the text certainly needs no quotes: a fast check that most names pass.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x2D...0x39, 0x40...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
  }

  private func closed(_ quoted: String) -> String { staysOpen ? String(quoted.dropLast()) : quoted }
}
