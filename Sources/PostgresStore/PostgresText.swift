import PostgreSQL

/// Texts of a market as PostgreSQL can store them: without NUL.
///
/// NUL becomes U+0001 U+0001, and U+0001 becomes U+0001 U+0002. This keeps the order of texts.
enum PostgresText {
  static func encoded(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 <= 1 }) else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar.value {
      case 0: result += "\u{1}\u{1}"
      case 1: result += "\u{1}\u{2}"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }

  static func decoded(_ text: String) -> String {
    guard text.utf8.contains(1) else { return text }
    var result = String.UnicodeScalarView()
    var isEscaped = false
    for scalar in text.unicodeScalars {
      if isEscaped {
        result.append(scalar == "\u{1}" ? "\0" : "\u{1}")
        isEscaped = false
      } else if scalar == "\u{1}" {
        isEscaped = true
      } else {
        result.append(scalar)
      }
    }
    return String(result)
  }
}

extension PostgresValue {
  /// A text of a user.
  static func user(_ text: String) -> PostgresValue { .text(PostgresText.encoded(text)) }
}

extension PostgresRow {
  /// A text of a user.
  func user(_ column: Int) -> String { PostgresText.decoded(text(column)) }
}
