import Foundation

/// What Excel takes for something else than a text when it opens a text file.
enum ExcelGuess {
  /// Whether Excel would show or save another text: `00123` loses its zeros, `3-5` and `MAR1` become
  /// dates, and `1E5` and long numbers other numbers.
  static func changes(_ text: String) -> Bool {
    // Longer texts are none of these.
    guard text.utf8.count <= 40 else { return false }
    let plain = text.trimmingCharacters(in: .whitespaces).lowercased()
    guard let first = plain.utf8.first, plain.utf8.contains(where: isDigit) else {
      return ["true", "false"].contains(plain)
    }
    if plain.utf8.allSatisfy(isDigit) {
      return plain.utf8.count > 11 || first == UInt8(ascii: "0") && plain.utf8.count > 1
    }
    let whole = NSRange(plain.startIndex..., in: plain)
    return pattern?.firstMatch(in: plain, range: whole) != nil
  }

  private static func isDigit(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
  }

  private static let pattern: NSRegularExpression? = {
    let month = "(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]*"
    let texts = [
      // 1E5, 1.5e-3, 1.10, .5, 1,000, 10%, 1 1/2
      #"\d*[.,]?\d+e[+-]?\d+"#, #"\d*\.\d+"#, #"\d{1,3}(?:,\d{3})+(?:\.\d+)?"#, #"\d+(?:\.\d+)?%"#,
      #"\d+ \d+/\d+"#,
      // 3-5, 1/2, 2026-03-05, 3.5.2026, 12:30
      #"\d{1,4}[-/]\d{1,4}(?:[-/]\d{1,4})?"#, #"\d{1,2}\.\d{1,2}\.\d{2,4}"#,
      #"\d{1,2}:\d{2}(?::\d{2})?(?: ?[ap]m?)?"#, #"\d{1,2} ?[ap]m?"#,
      // MAR1, Mar-05, 5-Mar, 1 March 2026
      "\(month)[- /.]?\\d{1,4}", "\\d{1,4}[- /.]?\(month)(?:[- /.]?\\d{2,4})?",
      // ₩5000, $5, 3월 5일
      #"[$₩€£¥] ?\d[\d,.]*"#, #"(?:\d{4}년 ?)?\d{1,2}월 ?(?:\d{1,2}일)?"#,
    ]
    return try? NSRegularExpression(pattern: "^(?:\(texts.joined(separator: "|")))$")
  }()
}
