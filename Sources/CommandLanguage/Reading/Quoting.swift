/// Writes text as one word of a command, for suggestions, completion, history and scripts.
public enum Quoting {
  /// The text as one word, in double quotes if they are needed. Quotes are needed for spaces, a
  /// leading `-` or `~`, patterns and so on. Control characters other than tab and line feed cannot
  /// be written and are removed.
  public static func quote(_ text: String) -> String { needsQuotes(text) ? inQuotes(text) : text }

  /// The text in double quotes.
  public static func inQuotes(_ text: String) -> String {
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

  /// The text with quotes around characters that would end or change the word; patterns and `~`
  /// still expand.
  ///
  /// - Parameter isFirst: whether the word begins with the text, so that a `#` needs quotes.
  static func escaped(_ text: String, isFirst: Bool) -> String {
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isStart = isFirst && index == 0 && !isNegative(text)
      if isStart && starts.contains(scalar) && scalar != "~" || separators.contains(scalar) {
        result.append(contentsOf: inQuotes(String(scalar)).unicodeScalars)
      } else if scalar.properties.generalCategory != .control {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// Characters with a meaning at the start of a word: comments, home folders, options (also with the
  /// long dashes of word processors), byte order marks.
  private static let starts = Set("#~-–—\u{FEFF}".unicodeScalars)
  /// Characters that separate words, quote, or start a variable.
  private static let separators = Set(" \u{A0}\u{3000}'\"\\$;\n\t".unicodeScalars)
  private static let patterns = Set("*?[".unicodeScalars)

  private static func needsQuotes(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return true }
    if starts.contains(first), !isNegative(text) { return true }
    return text.unicodeScalars.contains { scalar in
      separators.contains(scalar) || patterns.contains(scalar)
        || scalar.properties.generalCategory == .control
    }
  }

  /// Whether the text is a negative number, which is not an option: `-500`.
  private static func isNegative(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "-"), let next = text.utf8.dropFirst().first else {
      return false
    }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }
}
