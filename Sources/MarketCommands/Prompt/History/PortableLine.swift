/// A command of the prompt as it can be run anywhere else.
import CommandLanguage

/// Writes out what only this prompt knows: its aliases, the listing added last, the page shown.
struct PortableLine: Sendable {
  let parser: Parser
  let aliases: Aliases
  let last: Int?
  let page: [Int]

  /// The text of the command with all that written out; what is not known stays as it is.
  func text(of command: CommandTokens) -> String {
    var text = command.text
    var used: Set<String> = []
    while let tokens = Tokenizer.read(text).commands.first, let first = tokens.tokens.first,
      first.fragments.count == 1, let name = first.fragments.first, name.kind == .unquoted,
      let body = aliases[name.text], used.insert(name.text).inserted
    {
      text = Self.replacing(first.place.range, in: text, by: body)
    }
    guard let tokens = Tokenizer.read(text).commands.first else { return text }
    for place in parser.targets(of: tokens).reversed() {
      let ids: [Int] =
        switch place.target {
        case .last: last.map { [$0] } ?? []
        case .page: page
        case .id, .range, .code: []
        }
      guard !ids.isEmpty else { continue }
      let words = ListingTarget.covering(ids).map(\.description)
      text = Self.replacing(place.range, in: text, by: words.joined(separator: " "))
    }
    return text
  }

  /// The text with a stretch of UTF-8 offsets replaced.
  static func replacing(_ range: Range<Int>, in text: String, by new: String) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: new.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
