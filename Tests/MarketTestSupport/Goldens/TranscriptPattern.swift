/// Expected lines with gaps, against the lines that came.
import Foundation

/// `…` is any text, alone in a line any lines; `{name}` is a word, the same each time.
enum TranscriptPattern {
  /// What is caught when `lines` are as expected; nil when they are not.
  static func match(
    _ expected: [String], _ lines: [String], _ caught: [String: String]
  ) -> [String: String]? {
    match(expected[...], lines[...], caught)
  }

  private static func match(
    _ expected: ArraySlice<String>, _ lines: ArraySlice<String>, _ caught: [String: String]
  ) -> [String: String]? {
    guard let pattern = expected.first else { return lines.isEmpty ? caught : nil }
    if pattern == "…" {
      for count in 0...lines.count {
        if let found = match(expected.dropFirst(), lines.dropFirst(count), caught) { return found }
      }
      return nil
    }
    guard let line = lines.first, let found = match(pattern, line, caught) else { return nil }
    return match(expected.dropFirst(), lines.dropFirst(), found)
  }

  private static func match(
    _ pattern: String, _ line: String, _ caught: [String: String]
  ) -> [String: String]? {
    let (expression, names) = expression(pattern, caught)
    guard let regex = try? NSRegularExpression(pattern: "^\(expression)$") else { return nil }
    let whole = NSRange(line.startIndex..., in: line)
    guard let match = regex.firstMatch(in: line, range: whole) else { return nil }
    var caught = caught
    for (index, name) in names.enumerated() {
      guard let range = Range(match.range(at: index + 1), in: line) else { return nil }
      let word = String(line[range])
      if let known = caught[name], known != word { return nil }
      caught[name] = word
    }
    return caught
  }

  /// The regular expression of a line, and the names of its groups.
  private static func expression(
    _ pattern: String, _ caught: [String: String]
  ) -> (String, names: [String]) {
    var expression = ""
    var names: [String] = []
    var rest = Substring(pattern)
    while let character = rest.first {
      if let name = rest.firstMatch(of: #/^\{([a-z]+)\}/#) {
        let name = String(name.1)
        rest = rest.dropFirst(name.count + 2)
        if let word = caught[name] {
          expression += NSRegularExpression.escapedPattern(for: word)
        } else {
          expression += "([^\\s\"/,]+)"
          names.append(name)
        }
        continue
      }
      expression +=
        character == "…" ? ".*" : NSRegularExpression.escapedPattern(for: String(character))
      rest = rest.dropFirst()
    }
    return (expression, names)
  }
}
