/// What was entered at the prompt, line by line.
import CommandLanguage

/// A line with its commands; it goes on over a line break inside quotes or behind `\`.
struct EnteredLine {
  /// As it was typed, without the blanks at its end.
  let text: String
  let commands: [CommandTokens]

  /// The lines of a text, of which a paste has several. A text without a command is one line.
  static func all(in text: String) -> [EnteredLine] {
    var groups: [[CommandTokens]] = []
    let bytes = Array(text.utf8)
    for tokens in Tokenizer(text) {
      let before = groups.last?.last?.place.range.upperBound
      let between = before.map { bytes[$0..<max($0, tokens.place.range.lowerBound)] } ?? []
      if groups.isEmpty || between.contains(lineFeed) {
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
      // From the beginning of its line, since a blank there keeps it out of the history, to the end,
      // where a comment may stand.
      let start = bytes[..<first.place.range.lowerBound].lastIndex(of: lineFeed).map { $0 + 1 } ?? 0
      let end = bytes[last.place.range.upperBound...].firstIndex(of: lineFeed) ?? bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      return EnteredLine(text: trimmed(line), commands: commands)
    }
  }

  private static let lineFeed = UInt8(ascii: "\n")

  /// Without the blanks at the end, but for one that a backslash makes part of the last word.
  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace, text.dropLast().last != "\\" {
      text.removeLast()
    }
    return String(text)
  }
}
