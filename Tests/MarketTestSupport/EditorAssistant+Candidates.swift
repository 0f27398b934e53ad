public import LineEditor

extension EditorAssistant {
  /// The candidates at the `|` of a line.
  public func candidates(at line: String) -> [Candidate] {
    let (text, cursor) = Self.split(line)
    return completion(of: text, at: cursor).map { Array($0.candidates) } ?? []
  }

  /// The line after the first candidate is accepted, with `|` at the cursor; nil if there is none.
  public func accepted(at line: String) -> String? {
    let (text, cursor) = Self.split(line)
    guard let completion = completion(of: text, at: cursor),
      let candidate = completion.candidates.first
    else { return nil }
    let bytes = Array(text.utf8)
    let before = String(decoding: bytes[..<completion.range.lowerBound], as: UTF8.self)
    let after = String(decoding: bytes[completion.range.upperBound...], as: UTF8.self)
    return before + candidate.text + candidate.suffix + "|" + after
  }

  private static func split(_ line: String) -> (text: String, cursor: Int) {
    let parts = line.split(separator: "|", maxSplits: 1, omittingEmptySubsequences: false)
    return (parts.joined(), parts[0].utf8.count)
  }
}
