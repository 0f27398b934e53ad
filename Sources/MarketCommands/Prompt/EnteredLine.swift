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
      if groups.isEmpty || between.contains(UInt8(ascii: "\n")) {
        groups.append([tokens])
      } else {
        groups[groups.count - 1].append(tokens)
      }
    }
    guard groups.count > 1 else {
      return [EnteredLine(text: trimmed(text), commands: groups.first ?? [])]
    }
    return groups.indices.map { index in
      // A comment behind its commands belongs to the line.
      let start = groups[index][0].place.range.lowerBound
      let end =
        index + 1 < groups.count
        ? groups[index + 1][0].place.range.lowerBound : bytes.count
      let line = String(decoding: bytes[start..<end], as: UTF8.self)
      return EnteredLine(text: trimmed(line), commands: groups[index])
    }
  }

  private static func trimmed(_ text: String) -> String {
    var text = text[...]
    while let last = text.last, last.isWhitespace { text.removeLast() }
    return String(text)
  }
}
