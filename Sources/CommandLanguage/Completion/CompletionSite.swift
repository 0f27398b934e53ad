/// What may stand at the cursor: the place in the grammar decides, not a list of all words.

/// The word at the cursor, and everything the grammar would take there.
public struct CompletionSite: Hashable, Sendable {
  /// One kind of thing that may stand here.
  public enum Offer: Hashable, Sendable {
    /// A command, by its main name or the second word of it.
    case command(name: String, summary: String)
    /// An option or a flag that can still be given; required ones come first.
    case option(ParameterFacts)
    /// A value of this parameter; its `completion` says of which kind.
    case value(ParameterFacts)
    /// The name of a variable, after `$`.
    case variable
  }

  /// What is typed of it so far, quotes undone; empty where a word would begin.
  public let typed: String
  /// The UTF-8 offsets in the line that an offer would replace, an open quote included.
  public let range: Range<Int>
  /// The quote that is open at the cursor.
  public let quote: Unfinished.Kind?
  public let offers: [Offer]
}

extension Parser {
  /// What may stand at an offset of a line, looking only at what is before it.
  /// - Parameters:
  ///   - offset: the UTF-8 offset of the cursor; one outside the line is moved into it.
  public func completionSite(in line: String, at offset: Int) -> CompletionSite {
    let end = min(max(0, offset), line.utf8.count)
    let before = String(decoding: Array(line.utf8.prefix(end)), as: UTF8.self)
    var tokenizer = Tokenizer(before)
    var command: CommandTokens?
    while let next = tokenizer.next() { command = next }
    let nothing = CompletionSite(typed: "", range: end..<end, quote: nil, offers: [])
    if let comment = tokenizer.comments.last, comment.range.upperBound == end { return nothing }
    guard let command, !Self.isEnded(command, before, end) else {
      return CompletionSite(
        typed: "", range: end..<end, quote: nil, offers: offers(after: [], typed: nil))
    }
    var words = command.tokens.map(Self.word)
    guard let last = command.tokens.last, last.place.range.upperBound == end else {
      return CompletionSite(
        typed: "", range: end..<end, quote: nil, offers: offers(after: words, typed: nil))
    }
    let typed = words.removeLast()
    return site(of: typed, token: last, after: words, open: command.unfinished)
  }

  /// Whether a `;` or a line break stands between the command and the cursor.
  private static func isEnded(_ command: CommandTokens, _ text: String, _ end: Int) -> Bool {
    guard command.unfinished == nil else { return false }
    let rest = text.utf8.dropFirst(command.place.range.upperBound)
    return rest.contains { $0 == Byte.semicolon || $0 == Byte.lineFeed }
  }

  /// A token as a word with its variables unfilled: only its form matters here.
  static func word(_ token: Token) -> Word {
    let pieces = token.fragments.map { fragment in
      switch fragment.kind {
      case .bare: Word.Piece(fragment.text, .bare)
      case .quoted: Word.Piece(fragment.text, .quoted)
      case .variable, .quotedVariable: Word.Piece("$\(fragment.text)", .variable)
      }
    }
    return Word(pieces, at: token.place)
  }

  private func site(
    of word: Word, token: Token, after words: [Word], open: Unfinished?
  ) -> CompletionSite {
    let quote = open.flatMap { $0.kind == .backslash ? nil : $0.kind }
    let range = token.place.range
    if let last = token.fragments.last(where: { !$0.text.isEmpty }), quote != .singleQuote,
      last.kind == .variable || last.kind == .quotedVariable,
      last.place.range.upperBound == range.upperBound
    {
      return CompletionSite(
        typed: last.text, range: last.place.range, quote: quote, offers: [.variable])
    }
    if let head = OptionHead(word), let value = head.attached {
      let match = matcher(of: words).table[head.name]
      let offers = match.map { [CompletionSite.Offer.value($0.facts)] } ?? []
      return CompletionSite(
        typed: value.text, range: value.place.range, quote: quote, offers: offers)
    }
    return CompletionSite(
      typed: word.text, range: range, quote: quote, offers: offers(after: words, typed: word))
  }

  func matcher(of words: [Word]) -> WordMatcher {
    var matcher = WordMatcher(
      words, index: index, process: process.map(\.facts), seeksNearest: false)
    matcher.run()
    return matcher
  }

  /// What the grammar takes after these words.
  private func offers(after words: [Word], typed: Word?) -> [CompletionSite.Offer] {
    let matcher = matcher(of: words)
    let mayBeOption = (typed?.mayBeginOption ?? true) && !matcher.optionsEnded
    if let wanting = matcher.wanting, !(wanting.isSatisfied && typed?.text.first == "-") {
      let others = wanting.isSatisfied && mayBeOption ? options(left: matcher) : []
      return [.value(wanting.facts)] + others
    }
    let options = mayBeOption ? options(left: matcher) : []
    guard let spec = matcher.spec else {
      return commands(after: words, matcher) + (typed?.text.first == "-" ? options : [])
    }
    if typed?.text.first == "-", mayBeOption { return options }
    let seconds = matcher.arguments.isEmpty && matcher.given.isEmpty ? words : []
    var rest = matcher.arguments.count
    for facts in spec.arguments {
      if facts.repeats || rest == 0 {
        return [.value(facts)] + commands(under: seconds) + options
      }
      rest -= 1
    }
    return commands(under: seconds) + options
  }

  private func commands(after words: [Word], _ matcher: WordMatcher) -> [CompletionSite.Offer] {
    if matcher.isCommandUnknown { return commands(under: words) }
    return commands.filter { !$0.name.contains(" ") }.map {
      .command(name: $0.name, summary: $0.summary)
    } + firstWords().map { .command(name: $0, summary: "") }
  }

  /// First words that are no command of their own.
  private func firstWords() -> [String] {
    var found: [String] = []
    for name in commands.map(\.name) where name.contains(" ") {
      let first = String(name.prefix { $0 != " " })
      if !commands.contains(where: { $0.name == first }), !found.contains(first) {
        found.append(first)
      }
    }
    return found
  }

  private func commands(under words: [Word]) -> [CompletionSite.Offer] {
    guard words.count == 1, let first = words.first else { return [] }
    return commands.filter { $0.name.hasPrefix(first.text + " ") }.map {
      .command(name: String($0.name.dropFirst(first.text.count + 1)), summary: $0.summary)
    }
  }

  /// Options that can still be given, the needed ones first, those of the process last.
  private func options(left matcher: WordMatcher) -> [CompletionSite.Offer] {
    let own = matcher.spec?.options ?? []
    let all = own.filter(\.isRequired) + own.filter { !$0.isRequired } + process.map(\.facts)
    return all.filter { $0.repeats || matcher.given[$0.key] == nil }.map { .option($0) }
  }
}
