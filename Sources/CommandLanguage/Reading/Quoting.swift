/// Text written so that the language reads it back as one word.

/// The inverse of the tokenizer, for proposals, completion, history and saved scripts.
public enum Quoting {
  /// `text` as one word: plain where that is safe, else in double quotes with escapes.
  ///
  /// Quotes keep a leading `-`, `~` and patterns from acting. Control characters other than tab and
  /// line feed have no written form and are left out.
  public static func quote(_ text: String) -> String {
    needsQuotes(text) ? inQuotes(text) : text
  }

  /// `text` in double quotes, whether it needs them or not.
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

  /// Plain text with what would end or change the word in quotes, patterns left to act.
  ///
  /// - Parameter isFirst: whether the word begins with it, where a `#` would be a comment.
  static func escaped(_ text: String, isFirst: Bool) -> String {
    var result = String.UnicodeScalarView()
    for (index, scalar) in text.unicodeScalars.enumerated() {
      let isStart = isFirst && index == 0
      if isStart && starts.contains(scalar) && scalar != "~" || separators.contains(scalar) {
        result.append(contentsOf: inQuotes(String(scalar)).unicodeScalars)
      } else if scalar.properties.generalCategory != .control {
        result.append(scalar)
      }
    }
    return String(result)
  }

  /// What means something at the start of a word: comments, home folders, options (word processors
  /// make long dashes of two short ones), byte order marks.
  private static let starts = Set("#~-–—\u{FEFF}".unicodeScalars)
  /// What parts words, quotes, or names variables.
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

  /// A dash before a digit begins no option: `-500`.
  private static func isNegative(_ text: String) -> Bool {
    guard text.utf8.first == UInt8(ascii: "-"), let next = text.utf8.dropFirst().first else {
      return false
    }
    return (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(next)
  }
}
