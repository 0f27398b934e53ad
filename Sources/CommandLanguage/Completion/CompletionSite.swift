public import Messages

/// The word at the cursor, and everything that the grammar accepts there.
public struct CompletionSite: Hashable, Sendable {
  /// A kind of word that is accepted.
  public enum Offer: Hashable, Sendable {
    /// A command, by its main name or the second word of that name.
    case command(name: String, summary: Message)
    /// An option or a flag; required ones come first.
    case option(ParameterFacts)
    /// A value of this parameter; its `completion` is the kind.
    case value(ParameterFacts)
    /// The name of a variable, after `$`.
    case variable
  }

  /// The typed part of the word without its quotes; empty at the start of a word.
  public let typed: String
  /// The UTF-8 offsets in the line that an offer replaces, with an open quote.
  public let range: Range<Int>
  /// The quote that is open at the cursor.
  public let quote: Unfinished.Kind?
  public let offers: [Offer]
  /// The main name of the command, if it is known at the cursor.
  public let command: String?
  /// The arguments of the command before the word.
  public let arguments: [String]

  /// The site behind a lone `$`, which is no variable for the tokenizer yet.
  public var behindDollar: CompletionSite {
    CompletionSite(
      typed: "", range: range.upperBound - 1..<range.upperBound, quote: quote,
      offers: [.variable], command: command, arguments: arguments)
  }
}

/// The command before the cursor, split into words.
struct TypedWords {
  /// The finished words, with aliases expanded.
  var words: [Word] = []
  /// The word that ends at the cursor, with its token.
  var last: (word: Word, token: Token)?
  var open: Unfinished?
  /// Whether the cursor is in a comment.
  var isComment = false

  /// - Parameter before: the text before the cursor.
  init(_ before: String, _ aliases: Aliases) {
    var tokenizer = Tokenizer(before)
    var command: CommandTokens?
    while let next = tokenizer.next() { command = next }
    let end = before.utf8.count
    if let comment = tokenizer.comments.last, comment.range.upperBound == end {
      isComment = true
      return
    }
    guard let command, !Self.isEnded(command, before) else { return }
    words = command.tokens.map(Parser.word)
    open = command.unfinished
    if let token = command.tokens.last, token.place.range.upperBound == end {
      last = (words.removeLast(), token)
    }
    words = aliases.expandUnfilled(words)
  }

  /// Whether a `;` or a line break separates the command from the cursor.
  private static func isEnded(_ command: CommandTokens, _ text: String) -> Bool {
    guard command.unfinished == nil else { return false }
    let rest = text.utf8.dropFirst(command.place.range.upperBound)
    return rest.contains { $0 == Byte.semicolon || $0 == Byte.lineFeed }
  }
}

extension Parser {
  /// The completion site at a cursor; the text after the cursor does not matter.
  ///
  /// - Parameters:
  ///   - offset: the UTF-8 offset of the cursor, clamped to the line.
  ///   - aliases: the seller's aliases.
  public func completionSite(
    in line: String, at offset: Int, aliases: Aliases = Aliases()
  ) -> CompletionSite {
    let before = Self.text(of: line, upTo: offset)
    let end = before.utf8.count
    let typed = TypedWords(before, aliases)
    if typed.isComment { return site("", end..<end, [], nil) }
    let matcher = matcher(of: typed.words)
    guard let (word, token) = typed.last else {
      return site("", end..<end, offers(matcher, typed: nil), matcher)
    }
    return site(of: word, token: token, matcher, open: typed.open)
  }

  static func text(of line: String, upTo offset: Int) -> String {
    String(decoding: Array(line.utf8.prefix(min(max(0, offset), line.utf8.count))), as: UTF8.self)
  }

  /// A token as a word whose variables have no values yet.
  static func word(_ token: Token) -> Word {
    let pieces = token.fragments.map { fragment in
      switch fragment.kind {
      case .unquoted: Word.Piece(fragment.text, .unquoted)
      case .quoted: Word.Piece(fragment.text, .quoted)
      case .variable, .quotedVariable: Word.Piece("$\(fragment.text)", .variable)
      }
    }
    return Word(pieces, at: token.place)
  }

  private func site(
    _ typed: String, _ range: Range<Int>, _ offers: [CompletionSite.Offer],
    _ matcher: WordMatcher?, quote: Unfinished.Kind? = nil
  ) -> CompletionSite {
    CompletionSite(
      typed: typed, range: range, quote: quote, offers: offers, command: matcher?.spec?.name,
      arguments: matcher?.arguments.map(\.text) ?? [])
  }

  private func site(
    of word: Word, token: Token, _ matcher: WordMatcher, open: Unfinished?
  ) -> CompletionSite {
    let quote = open.flatMap { $0.kind == .backslash ? nil : $0.kind }
    let range = token.place.range
    if let last = token.fragments.last(where: { !$0.text.isEmpty }), quote != .singleQuote,
      last.kind == .variable || last.kind == .quotedVariable,
      last.place.range.upperBound == range.upperBound
    {
      return site(last.text, last.place.range, [.variable], matcher, quote: quote)
    }
    if let head = OptionHead(word), let value = head.attached {
      let offers = matcher.table[head.name].map { [CompletionSite.Offer.value($0.facts)] } ?? []
      return site(value.text, value.place.range, offers, matcher, quote: quote)
    }
    return site(word.text, range, offers(matcher, typed: word), matcher, quote: quote)
  }

  func matcher(of words: [Word]) -> WordMatcher {
    var matcher = WordMatcher(words, index: index, process: processFacts, seeksNearest: false)
    matcher.run()
    return matcher
  }

  /// The offers after the words of a matcher.
  func offers(_ matcher: WordMatcher, typed: Word?) -> [CompletionSite.Offer] {
    let mayBeOption = (typed?.mayBeginOption ?? true) && !matcher.optionsEnded
    if let pending = matcher.pendingOption, !(pending.isSatisfied && typed?.text.first == "-") {
      let others = pending.isSatisfied && mayBeOption ? options(left: matcher) : []
      return [.value(pending.facts)] + others
    }
    let options = mayBeOption ? options(left: matcher) : []
    guard let spec = matcher.spec else {
      return commands(after: matcher) + (typed?.text.first == "-" ? options : [])
    }
    if typed?.text.first == "-", mayBeOption { return options }
    let seconds = matcher.arguments.isEmpty && matcher.given.isEmpty ? matcher.words : []
    let value = spec.argument(at: matcher.arguments.count)
    return (value.map { [.value($0)] } ?? []) + commands(under: seconds) + options
  }

  private func commands(after matcher: WordMatcher) -> [CompletionSite.Offer] {
    if matcher.isCommandUnknown { return commands(under: matcher.words) }
    return commands.filter { !$0.name.contains(" ") }.map {
      .command(name: $0.name, summary: $0.summary)
    } + firstWords().map { .command(name: $0, summary: "") }
  }

  /// The first words of two-word commands that are not commands themselves.
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
    let start = first.text + " "
    return commands.compactMap { spec in
      ([spec.name] + spec.aliases).first { $0.hasPrefix(start) }.map {
        .command(name: String($0.dropFirst(start.count)), summary: spec.summary)
      }
    }
  }

  /// Options that can still be given: required ones first, global ones last.
  private func options(left matcher: WordMatcher) -> [CompletionSite.Offer] {
    let own = matcher.spec?.options ?? []
    var offers: [CompletionSite.Offer] = []
    func add(_ all: [ParameterFacts], where isWanted: (ParameterFacts) -> Bool) {
      for facts in all where isWanted(facts) && (facts.repeats || matcher.given[facts.key] == nil) {
        offers.append(.option(facts))
      }
    }
    add(own) { $0.isRequired }
    add(own) { !$0.isRequired }
    add(processFacts) { _ in true }
    return offers
  }
}
