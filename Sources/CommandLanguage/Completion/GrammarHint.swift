public import Messages

/// The usage of a command, for one or two lines above the prompt.
public struct UsageHint: Hashable, Sendable {
  /// `add --name <text> [options]`
  public let usage: Message
  /// The option or argument at the cursor with its help, if there is one.
  public let parameter: Message?
}

extension Parser {
  /// The text to show after the end of a line: `--price <amount>`, or the rest of a word.
  ///
  /// - Parameter catalog: the language of placeholders.
  /// - Returns: nil if nothing more is required.
  public func hint(
    for line: String, aliases: Aliases = Aliases(), in catalog: MessageCatalog = .english
  ) -> String? {
    let typed = TypedWords(line, aliases)
    guard !typed.isComment, typed.open == nil else { return nil }
    guard let (word, token) = typed.last else {
      return typed.words.isEmpty ? nil : required(after: typed.words)?.text(in: catalog)
    }
    guard token.fragments.allSatisfy({ $0.kind == .unquoted }) else {
      return next(after: typed.words + [word], catalog)
    }
    let site = completionSite(in: line, at: line.utf8.count, aliases: aliases)
    for offer in site.offers {
      if let rest = rest(of: offer, after: site.typed, catalog) { return rest }
    }
    // An incomplete or wrong word gets no hint.
    let isName = typed.words.isEmpty && matcher(of: [word]).spec == nil && aliases[word.text] == nil
    return isName || OptionHead(word) != nil && site.offers.allSatisfy(\.isOption)
      ? nil : next(after: aliases.expandUnfilled(typed.words + [word]), catalog)
  }

  /// The usage of the command at an offset; nil if there is none yet.
  public func usage(in line: String, at offset: Int, aliases: Aliases = Aliases()) -> UsageHint? {
    let typed = TypedWords(Self.text(of: line, upTo: offset), aliases)
    let words = typed.words + (typed.last.map { [$0.word] } ?? [])
    guard !typed.isComment, let spec = matcher(of: aliases.expandUnfilled(words)).spec else {
      return nil
    }
    let site = completionSite(in: line, at: offset, aliases: aliases)
    var facts: ParameterFacts?
    if case .value(let wanted)? = site.offers.first, site.command != nil { facts = wanted }
    if let word = typed.last?.word, let head = OptionHead(word) {
      facts = matcher(of: typed.words).table[head.name]?.facts ?? facts
    }
    return UsageHint(
      usage: HelpText.usage(spec),
      parameter: facts.map {
        "\(HelpText.synopsis($0))  \(HelpText.explanation($0))"
      })
  }

  private func next(after words: [Word], _ catalog: MessageCatalog) -> String? {
    required(after: words).map { " " + $0.text(in: catalog) }
  }

  /// What is required next: the value of the last option, an argument, or an option.
  private func required(after words: [Word]) -> Message? {
    let matcher = matcher(of: words)
    if let option = matcher.pendingOption, !option.isSatisfied {
      return "<\(option.facts.valueName)>"
    }
    return missing(matcher).map(HelpText.named)
  }

  private func missing(_ matcher: WordMatcher) -> ParameterFacts? {
    guard let spec = matcher.spec else { return nil }
    var given = Set(matcher.given.keys)
    for number in matcher.arguments.indices {
      if let owner = spec.argument(at: number) { given.insert(owner.key) }
    }
    given.formUnion(spec.excused { given.contains($0) })
    let missing = (spec.arguments + spec.options).first { $0.isRequired && !given.contains($0.key) }
    if let missing { return missing }
    for case .atLeastOne(let parameters, _) in spec.rules {
      let all = parameters.map(\.facts)
      if let first = all.first, !all.contains(where: { given.contains($0.key) }) { return first }
    }
    return nil
  }

  /// The rest of an offer that begins with the typed text.
  private func rest(
    of offer: CompletionSite.Offer, after typed: String, _ catalog: MessageCatalog
  ) -> String? {
    switch offer {
    case .command(let name, _): return Self.rest(of: name, after: typed)
    case .option(let facts) where facts.form == .option:
      // The rest of the name is in the language of its beginning.
      let rest = facts.shown == typed ? "" : Self.rest(of: facts.shown, after: typed)
      return rest.map { "\($0) <\(facts.valueName.text(in: catalog))>" }
    case .option(let facts): return Self.rest(of: facts.shown, after: typed)
    case .value(let facts):
      guard case .choice(let words) = facts.completion, !words.contains(typed) else { return nil }
      return words.lazy.compactMap { Self.rest(of: $0, after: typed) }.first
    case .variable: return nil
    }
  }

  private static func rest(of name: String, after typed: String) -> String? {
    // Too many names begin with the same letter or with two dashes for a good guess.
    guard typed.count > 1, typed != "--", name.count > typed.count, name.hasPrefix(typed) else {
      return nil
    }
    return String(name.dropFirst(typed.count))
  }
}

extension CompletionSite.Offer {
  fileprivate var isOption: Bool {
    guard case .option = self else { return false }
    return true
  }
}
