/// Text written so that the language reads it back as one word.

/// The inverse of the tokenizer, for proposals, completion, history and saved scripts.
public enum Quoting {
  /// `text` as one word: plain where that is safe, else in double quotes with escapes.
  ///
  /// Quotes keep a leading `-`, `~` and patterns from acting. Control characters other than tab and
  /// line feed have no written form and are left out.
  public static func quote(_ text: String) -> String {
    if !needsQuotes(text) { return text }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\", "$": result += "\\\(scalar)"
      case "\n": result += "\\n"
      case "\t": result += "\\t"
      default:
        if scalar.properties.generalCategory != .control { result.unicodeScalars.append(scalar) }
      }
    }
    return result + "\""
  }

  private static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    if "#~-\u{FEFF}".unicodeScalars.contains(first) { return true }
    return text.unicodeScalars.contains { scalar in
      " \u{A0}\u{3000}'\"\\$;*?[".unicodeScalars.contains(scalar)
        || scalar.properties.generalCategory == .control
    }
  }
}
