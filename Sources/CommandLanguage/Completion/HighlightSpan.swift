/// What each stretch of a typed line is, so that a prompt can color it.

/// A stretch of a line with its role; stretches do not overlap and blanks have none.
public struct HighlightSpan: Hashable, Sendable {
  public enum Role: Hashable, Sendable {
    case command(isKnown: Bool)
    case option(isKnown: Bool)
    /// The value of an option, or an argument.
    case value
    /// A target with `@`, without the sign: a prompt knows whether there is such a code.
    case code(String)
    /// A quoted stretch; `isOpen` where its quote is not closed yet.
    case quoted(isOpen: Bool)
    /// A variable, by its name: a prompt knows whether there is one.
    case variable(String)
    case comment
  }

  /// The UTF-8 offsets in the line.
  public let range: Range<Int>
  public let role: Role
  /// The whole path that the stretch is part of, where a file or a folder is named.
  public let path: FilePath?

  init(range: Range<Int>, role: Role, path: FilePath? = nil) {
    self.range = range
    self.role = role
    self.path = path
  }
}

extension Parser {
  /// The marks of a line in the order of the text; time is linear in its length.
  public func highlightSpans(of line: String, aliases: Aliases = Aliases()) -> [HighlightSpan] {
    var tokenizer = Tokenizer(line)
    var marks: [HighlightSpan] = []
    while let command = tokenizer.next() { marks += highlightSpans(of: command, aliases) }
    marks += tokenizer.comments.map { HighlightSpan(range: $0.range, role: .comment) }
    return marks.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func highlightSpans(of command: CommandTokens, _ aliases: Aliases) -> [HighlightSpan] {
    let words = command.tokens.map(Self.word)
    let expanded = aliases.expandUnfilled(words)
    let matcher = matcher(of: expanded)
    // The words of an alias have no place in the line.
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
        + token.fragments.compactMap { mark(of: $0, from: start, open, path) }
    case .value, .argument:
      if word.text.hasPrefix("@"), !word.isQuoted, token.fragments.count == 1 {
        return [HighlightSpan(range: token.place.range, role: .code(String(word.text.dropFirst())))]
      }
      let path = path(word, owner)
      return token.fragments.compactMap { mark(of: $0, from: 0, open, path) }
    }
  }

  /// The path that a value is; nil where it is none, or is not known before its variables are.
  private static func path(_ word: Word, _ owner: ParameterFacts?) -> FilePath? {
    guard let owner, [.file, .photo, .directory].contains(owner.completion), !word.text.isEmpty,
      !word.pieces.contains(where: { $0.origin == .variable })
    else { return nil }
    return FilePath(word.pieces)
  }

  private static func mark(
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
  /// The argument that takes the word of this number, from 0.
  func argument(at number: Int) -> ParameterFacts? {
    let arguments = arguments
    if number < arguments.count { return arguments[number] }
    return arguments.last.flatMap { $0.repeats ? $0 : nil }
  }
}
