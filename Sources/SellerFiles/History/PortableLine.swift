package import CommandLanguage

/// The prompt state that is needed to write a command in a form that runs in any shell.
package struct PortableLine: Sendable {
  let parser: Parser
  let aliases: Aliases
  let last: Int?
  let page: [Int]

  /// - Parameters:
  ///   - last: The id that `@last` refers to.
  ///   - page: The ids that `@page` refers to.
  package init(parser: Parser, aliases: Aliases, last: Int?, page: [Int]) {
    self.parser = parser
    self.aliases = aliases
    self.last = last
    self.page = page
  }

  /// Returns the command with aliases expanded and `@last` and `@page` replaced by ids. `@last` and
  /// `@page` stay unchanged if they refer to no listing.
  package func text(of command: CommandTokens) -> String {
    let text = expandingAlias(in: command.text)
    guard let tokens = Tokenizer.read(text).commands.first else { return text }
    return parser.targets(of: tokens).reversed().reduce(text) { text, place in
      let ids: [Int] =
        switch place.target {
        case .last: last.map { [$0] } ?? []
        case .page: page
        case .id, .range, .code, .codes, .input: []
        }
      guard !ids.isEmpty else { return text }
      let words = ListingTarget.covering(ids).map(\.description)
      return Self.replacing(place.range, in: text, by: words.joined(separator: " "))
    }
  }

  /// Replaces an alias at the start, each alias at most once.
  private func expandingAlias(in command: String) -> String {
    var text = command
    var used: Set<String> = []
    while let tokens = Tokenizer.read(text).commands.first, let first = tokens.tokens.first,
      first.fragments.count == 1, let name = first.fragments.first, name.kind == .unquoted,
      let body = aliases[name.text], used.insert(name.text).inserted
    {
      text = Self.replacing(first.place.range, in: text, by: body)
    }
    return text
  }

  /// Replaces a range of UTF-8 offsets.
  package static func replacing(_ range: Range<Int>, in text: String, by new: String) -> String {
    var bytes = Array(text.utf8)
    bytes.replaceSubrange(range, with: new.utf8)
    return String(decoding: bytes, as: UTF8.self)
  }
}
