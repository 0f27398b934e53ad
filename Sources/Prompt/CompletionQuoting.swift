/// How an offer is written into the line: plain, quoted, or going on in an open quote.
import CommandLanguage

/// The word that stands for a text at the cursor.
struct CompletionQuoting {
  /// The quote that is open there.
  let quote: Unfinished.Kind?
  /// Whether the word goes on behind it, as behind a folder: a quote stays open then.
  var isOpen = false

  func word(for text: String) -> String {
    switch quote {
    case .singleQuote where !text.contains("'") && !text.contains("\n"):
      return "'\(text)" + (isOpen ? "" : "'")
    case .singleQuote, .doubleQuote: return closed(Quoting.inQuotes(text))
    case .backslash, nil:
      if Self.isPlain(text) { return text }
      let written = Quoting.quote(text)
      return written == text ? text : closed(written)
    }
  }

  /// A path; what stands for the home folder must not be quoted.
  func path(_ text: String, atHome: Bool) -> String {
    guard atHome, text.hasPrefix("~/") else { return word(for: text) }
    let rest = String(text.dropFirst(2))
    return "~/"
      + (rest.isEmpty ? "" : CompletionQuoting(quote: nil, isOpen: isOpen).word(for: rest))
  }

  /// Whether it is sure at a glance that nothing in it needs quotes; most names are like that.
  private static func isPlain(_ text: String) -> Bool {
    guard let first = text.utf8.first, first != UInt8(ascii: "-") else { return false }
    return text.utf8.allSatisfy { byte in
      switch byte {
      case 0x2D...0x39, 0x40...0x5A, 0x5F, 0x61...0x7A: true
      default: false
      }
    }
  }

  private func closed(_ quoted: String) -> String {
    isOpen ? String(quoted.dropLast()) : quoted
  }
}
