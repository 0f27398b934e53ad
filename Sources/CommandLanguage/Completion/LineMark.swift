/// What each stretch of a typed line is, so that a prompt can colour it.

/// A stretch of a line with its role; stretches do not overlap and blanks have none.
public struct LineMark: Hashable, Sendable {
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
}

extension Parser {
  /// The marks of a line in the order of the text; time is linear in its length.
  public func marks(of line: String) -> [LineMark] {
    var tokenizer = Tokenizer(line)
    var marks: [LineMark] = []
    while let command = tokenizer.next() { marks += self.marks(of: command) }
    marks += tokenizer.comments.map { LineMark(range: $0.range, role: .comment) }
    return marks.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  private func marks(of command: CommandTokens) -> [LineMark] {
    let words = command.tokens.map(Self.word)
    let roles = matcher(of: words).roles
    return zip(command.tokens, zip(words, roles)).flatMap { token, pair in
      Self.marks(of: token, pair.0, pair.1, open: command.unfinished)
    }
  }

  private static func marks(
    of token: Token, _ word: Word, _ role: WordMatcher.Role, open: Unfinished?
  ) -> [LineMark] {
    switch role {
    case .command(let isKnown):
      return [LineMark(range: token.place.range, role: .command(isKnown: isKnown))]
    case .end:
      return [LineMark(range: token.place.range, role: .option(isKnown: true))]
    case .option(let isKnown):
      guard let head = OptionHead(word), let value = head.attached else {
        return [LineMark(range: token.place.range, role: .option(isKnown: isKnown))]
      }
      let start = value.place.range.lowerBound
      let name = token.place.range.lowerBound..<start
      return [LineMark(range: name, role: .option(isKnown: isKnown))]
        + token.fragments.compactMap { mark(of: $0, from: start, open) }
    case .value, .argument:
      if word.text.hasPrefix("@"), !word.isQuoted, token.fragments.count == 1 {
        return [LineMark(range: token.place.range, role: .code(String(word.text.dropFirst())))]
      }
      return token.fragments.compactMap { mark(of: $0, from: 0, open) }
    }
  }

  private static func mark(
    of fragment: Token.Fragment, from start: Int, _ open: Unfinished?
  ) -> LineMark? {
    let place = fragment.place.range
    guard place.upperBound > start else { return nil }
    let range = max(start, place.lowerBound)..<place.upperBound
    switch fragment.kind {
    case .bare: return LineMark(range: range, role: .value)
    case .variable, .quotedVariable:
      return LineMark(range: range, role: .variable(fragment.text))
    case .quoted:
      let opened = open.flatMap { $0.kind == .backslash ? nil : $0.place.range.lowerBound }
      let isOpen = opened.map { range.lowerBound >= $0 } ?? false
      return LineMark(range: range, role: .quoted(isOpen: isOpen))
    }
  }
}
