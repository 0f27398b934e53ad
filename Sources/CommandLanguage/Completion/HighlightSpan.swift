/// A part of a line with its role, for syntax highlighting. Spans do not overlap, and whitespace
/// has none.
public struct HighlightSpan: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    case command(isKnown: Bool)
    case option(isKnown: Bool)
    /// The value of an option, or an argument.
    case value
    /// A target with `@`, by the code after it; a prompt knows whether the code exists.
    case code(String)
    /// A quoted part; `isOpen` if its quote is not closed yet.
    case quoted(isOpen: Bool)
    /// A variable, by its name; a prompt knows whether it exists.
    case variable(String)
    case comment
  }

  /// The UTF-8 offsets in the line.
  public let range: Range<Int>
  public let role: Role
  /// The path that the span is a part of, if the word names a file or a folder.
  public internal(set) var path: FilePath?
}

extension Parser {
  /// The spans of a line in the order of the text; the time is linear in its length.
  public func highlightSpans(of line: String, aliases: Aliases = Aliases()) -> [HighlightSpan] {
    var tokenizer = Tokenizer(line)
    var spans: [HighlightSpan] = []
    while let command = tokenizer.next() { spans += highlightSpans(of: command, aliases) }
    spans += tokenizer.comments.map { HighlightSpan(range: $0.range, role: .comment) }
    return spans.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func highlightSpans(of command: CommandTokens, _ aliases: Aliases) -> [HighlightSpan] {
    let words = command.tokens.map(Self.word)
    let expanded = aliases.expandUnfilled(words)
    let matcher = matcher(of: expanded)
    // The words of an alias are not in the line.
    let extra = expanded.count - words.count
    let isAlias = words.first.map { $0 != expanded.first } ?? false
    var valueOwners = matcher.valueOwners
    let places = matcher.roles.indices.filter { matcher.roles[$0] == .argument }
    for (number, place) in places.enumerated() {
      valueOwners[place] = matcher.spec?.argument(at: number)
    }
    return command.tokens.indices.flatMap { index -> [HighlightSpan] in
      let role =
        isAlias && index == 0
        ? .command(isKnown: matcher.spec != nil) : matcher.roles[index + extra]
      return Self.highlightSpans(
        of: command.tokens[index], words[index], role, owner: valueOwners[index + extra],
        open: command.unfinished)
    }
  }

  private static func highlightSpans(
    of token: Token, _ word: Word, _ role: WordMatcher.Role, owner: ParameterFacts?,
    open: Unfinished?
  ) -> [HighlightSpan] {
    switch role {
    case .command(let isKnown):
      return [HighlightSpan(range: token.place.range, role: .command(isKnown: isKnown))]
    case .end:
      return [HighlightSpan(range: token.place.range, role: .option(isKnown: true))]
    case .option(let isKnown):
      guard let head = OptionHead(word), let value = head.attached else {
        return [HighlightSpan(range: token.place.range, role: .option(isKnown: isKnown))]
      }
      let start = value.place.range.lowerBound
      let name = token.place.range.lowerBound..<start
      let path = path(value, owner)
      return [HighlightSpan(range: name, role: .option(isKnown: isKnown))]
        + token.fragments.compactMap { span(of: $0, from: start, open, path) }
    case .value, .argument:
      if word.text.hasPrefix("@"), !word.isQuoted, token.fragments.count == 1 {
        return [HighlightSpan(range: token.place.range, role: .code(String(word.text.dropFirst())))]
      }
      let path = path(word, owner)
      return token.fragments.compactMap { span(of: $0, from: 0, open, path) }
    }
  }

  /// The path in a value; nil if it is not a path, or contains variables.
  private static func path(_ word: Word, _ owner: ParameterFacts?) -> FilePath? {
    guard let owner, [.file, .photo, .directory].contains(owner.completion), !word.text.isEmpty,
      !word.pieces.contains(where: { $0.origin == .variable })
    else { return nil }
    return FilePath(word.pieces)
  }

  private static func span(
    of fragment: Token.Fragment, from start: Int, _ open: Unfinished?, _ path: FilePath?
  ) -> HighlightSpan? {
    let place = fragment.place.range
    guard place.upperBound > start else { return nil }
    let range = max(start, place.lowerBound)..<place.upperBound
    switch fragment.kind {
    case .unquoted: return HighlightSpan(range: range, role: .value, path: path)
    case .variable, .quotedVariable:
      return HighlightSpan(range: range, role: .variable(fragment.text))
    case .quoted:
      let opened = open.flatMap { $0.kind == .backslash ? nil : $0.place.range.lowerBound }
      let isOpen = opened.map { range.lowerBound >= $0 } ?? false
      return HighlightSpan(range: range, role: .quoted(isOpen: isOpen), path: path)
    }
  }
}

extension CommandSpec {
  /// The argument that takes a positional word.
  ///
  /// - Parameter index: the number of the word, from 0.
  func argument(at index: Int) -> ParameterFacts? {
    let arguments = arguments
    if index < arguments.count { return arguments[index] }
    return arguments.last.flatMap { $0.repeats ? $0 : nil }
  }
}
