import Foundation

/// Matching of expected lines, in which `…` matches any text, or any lines if it is alone, and
/// `{name}` captures a word.
public enum TranscriptPattern {
  /// Returns the captured words if `lines` match, or nil.
  public static func match(
    _ expected: [String], _ lines: [String], _ captures: [String: String]
  ) -> [String: String]? {
    match(expected[...], lines[...], captures)
  }

  private static func match(
    _ expected: ArraySlice<String>, _ lines: ArraySlice<String>, _ captures: [String: String]
  ) -> [String: String]? {
    guard let pattern = expected.first else { return lines.isEmpty ? captures : nil }
    if pattern == "…" {
      for count in 0...lines.count {
        if let found = match(expected.dropFirst(), lines.dropFirst(count), captures) {
          return found
        }
      }
      return nil
    }
    guard let line = lines.first, let found = match(pattern, line, captures) else { return nil }
    return match(expected.dropFirst(), lines.dropFirst(), found)
  }

  private static func match(
    _ pattern: String, _ line: String, _ captures: [String: String]
  ) -> [String: String]? {
    guard pattern.contains(where: { $0 == "…" || $0 == "{" }) else {
      return pattern == line ? captures : nil
    }
    let (expression, names) = expression(pattern, captures)
    guard let regex = try? NSRegularExpression(pattern: "^\(expression)$") else { return nil }
    let whole = NSRange(line.startIndex..., in: line)
    guard let match = regex.firstMatch(in: line, range: whole) else { return nil }
    var captures = captures
    for (index, name) in names.enumerated() {
      guard let range = Range(match.range(at: index + 1), in: line) else { return nil }
      let word = String(line[range])
      if let known = captures[name], known != word { return nil }
      captures[name] = word
    }
    return captures
  }

  /// Returns the regular expression of a line and the names of its groups.
  private static func expression(
    _ pattern: String, _ captures: [String: String]
  ) -> (String, names: [String]) {
    var expression = ""
    var names: [String] = []
    var rest = Substring(pattern)
    while let character = rest.first {
      if character == "{", let name = rest.firstMatch(of: #/^\{([a-z]+)\}/#) {
        let name = String(name.1)
        rest = rest.dropFirst(name.count + 2)
        if let word = captures[name] {
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
