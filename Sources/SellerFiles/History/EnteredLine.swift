package import CommandLanguage

/// A line that was entered at the prompt, with its commands. It may contain line breaks inside
/// quotes or after a backslash.
package struct EnteredLine {
  /// The text as it was typed, without trailing whitespace.
  package let text: String
  package let commands: [CommandTokens]

  /// Splits a text into lines. A paste may contain several. A text without a command is one line.
  package static func all(in text: String) -> [EnteredLine] {
    var groups: [[CommandTokens]] = []
    let bytes = Array(text.utf8)
    for tokens in Tokenizer(text) {
      let end = groups.last?.last?.place.range.upperBound
      let gap = end.map { bytes[$0..<max($0, tokens.place.range.lowerBound)] } ?? []
      if groups.isEmpty || gap.contains(lineFeed) {
        groups.append([tokens])
      } else {
        groups[groups.count - 1].append(tokens)
      }
    }
    guard groups.count > 1 else {
      return [EnteredLine(text: trimmed(text), commands: groups.first ?? [])]
    }
    return groups.compactMap { commands in
      guard let first = commands.first, let last = commands.last else { return nil }
      // A space before the first command keeps the line out of the history, and a comment may follow
      // the last one, so both belong to the line.
      let start = bytes[..<first.place.range.lowerBound].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
      let end = bytes[last.place.range.upperBound...].firstIndex(of: lineFeed) ?? bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      return EnteredLine(text: trimmed(line), commands: commands)
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Removes trailing whitespace, but not a space after a backslash: it belongs to the last word.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace, text.dropLast().last != "\\" {
      text.removeLast()
    }
    return String(text)
  }
}
