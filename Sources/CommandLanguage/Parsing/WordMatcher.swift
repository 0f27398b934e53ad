/// Sorts the words of a command into its name, options with their values, and arguments. Values are
/// not read here.
///
/// 1. Each word is visited once, so the time is linear.
/// 2. Global options are accepted everywhere, those of the command after its name.
/// 3. After `--` every word is an argument.
struct WordMatcher {
  enum Role: Hashable, Sendable {
    case command(isKnown: Bool)
    case option(isKnown: Bool)
    case value, argument
    /// The `--` that ends options.
    case end
  }

  let words: [Word]
  let index: CommandIndex
  let process: [ParameterFacts]
  /// Whether to look for names similar to an unknown command, or an unknown option at the end, for an
  /// error.
  let seeksNearest: Bool

  private(set) var spec: CommandSpec?
  /// The role of each word so far.
  private(set) var roles: [Role] = []
  /// The option that a word is a value of, by the number of the word. An attached value is in the
  /// word of the option.
  private(set) var valueOwners: [Int: ParameterFacts] = [:]
  private(set) var given: [String: [Occurrence]] = [:]
  private(set) var arguments: [Word] = []
  private(set) var problems: [UsageProblem] = []
  /// The keys of parameters that are probably meant by a wrong option, so that they are not reported
  /// as missing as well.
  private(set) var suspected: Set<String> = []
  /// Whether an extra argument may be the value of an unknown option, so that it is not reported.
  private(set) var ignoresExtraArguments = false

  /// The option that takes a next word as its value; satisfied if it has a value already or needs
  /// none.
  private(set) var pendingOption: (facts: ParameterFacts, isSatisfied: Bool)?
  /// The options that are accepted after the last word.
  private(set) var table: OptionTable
  private(set) var isCommandUnknown = false
  private(set) var optionsEnded = false
  private var position: Int { roles.count }

  init(_ words: [Word], index: CommandIndex, process: [ParameterFacts], seeksNearest: Bool = true) {
    self.seeksNearest = seeksNearest
    self.words = words
    self.index = index
    self.process = process
    table = OptionTable(own: [], process: process)
  }

  mutating func run() {
    while position < words.count {
      let word = words[position]
      if !optionsEnded, word.text == "--", word.mayBeginOption {
        optionsEnded = true
        roles.append(.end)
      } else if !optionsEnded, let head = OptionHead(word) {
        takeOption(head, word)
      } else if spec == nil, !isCommandUnknown {
        takeCommand(word)
      } else {
        arguments.append(word)
        roles.append(.argument)
      }
    }
  }

  private mutating func takeCommand(_ word: Word) {
    let second = position + 1 < words.count ? words[position + 1] : nil
    switch index.find(word, followedBy: second, seeksNearest: seeksNearest) {
    case .found(let spec, let count):
      self.spec = spec
      table = OptionTable(own: spec.options, process: process)
      for _ in 0..<count { roles.append(.command(isKnown: true)) }
    case .incomplete(let choices):
      let text = second?.text
      let nearest = text.flatMap { NearMiss.nearest(to: $0, among: choices) }
      problems.append(
        UsageProblem(
          .unknownSubcommand(text, choices: choices, nearest: nearest),
          at: (second ?? word).place))
      giveUpOnCommand(isKnown: true)
    case .unknown(let nearest):
      problems.append(UsageProblem(.unknownCommand(word.text, nearest: nearest), at: word.place))
      giveUpOnCommand(isKnown: false)
    }
  }

  private mutating func giveUpOnCommand(isKnown: Bool) {
    isCommandUnknown = true
    ignoresExtraArguments = true
    roles.append(.command(isKnown: isKnown))
  }

  private mutating func takeOption(_ head: OptionHead, _ word: Word) {
    let match = table[head.name]
    roles.append(.option(isKnown: match != nil))
    guard let match else { return takeUnknown(head, word) }
    let facts = match.facts
    if facts.form == .flag {
      if let attached = head.attached {
        problems.append(
          UsageProblem(.valueUnexpected, at: attached.place, parameter: match.typedFacts))
      }
      add(match.isNegated ? .off : .on, to: match, at: word)
    } else if let attached = head.attached {
      valueOwners[position - 1] = facts
      add(.value(joined(attached, facts)), to: match, at: word)
      takeMoreValues(of: match)
    } else {
      takeValue(of: match, at: word)
    }
  }

  /// Takes the next word as the value, even if it begins with `-`. Only a known long option after
  /// it means that the value is missing.
  private mutating func takeValue(of match: OptionTable.Match, at word: Word) {
    let facts = match.facts
    let next = position < words.count ? words[position] : nil
    let nextHead = next.flatMap { OptionHead($0) }
    if next == nil, facts.valueForm != .attached {
      pendingOption = (facts, facts.valueForm == .separate)
    }
    switch facts.valueForm {
    case .attached:
      return add(.withoutValue, to: match, at: word)
    case .separate where next == nil || nextHead != nil:
      return add(.withoutValue, to: match, at: word)
    case .required, .separate:
      break
    }
    if let next, nextHead.map({ table[$0.name] == nil || !$0.name.hasPrefix("--") }) ?? true {
      valueOwners[position] = facts
      roles.append(.value)
      add(.value(joined(next, facts)), to: match, at: word)
      takeMoreValues(of: match)
    } else {
      problems.append(UsageProblem(.valueMissing, at: word.place, parameter: match.typedFacts))
      suspected.insert(facts.key)
    }
  }

  /// The value with the next word, if both form an amount: `12.50 USD`.
  private mutating func joined(_ value: Word, _ facts: ParameterFacts) -> Word {
    guard facts.isMoney, position < words.count,
      let both = value.joinedAmount(with: words[position])
    else { return value }
    roles.append(.value)
    return both
  }

  private mutating func takeMoreValues(of match: OptionTable.Match) {
    let facts = match.facts
    guard facts.takesSeveral else { return }
    while position < words.count {
      let word = words[position]
      if OptionHead(word) != nil || (word.text == "--" && word.mayBeginOption) { return }
      add(.value(word), to: match, at: word)
      valueOwners[position] = facts
      roles.append(.value)
    }
    pendingOption = (facts, true)
  }

  private mutating func takeUnknown(_ head: OptionHead, _ word: Word) {
    guard !isCommandUnknown else { return }
    // Whether the next word is a value depends on the option that is meant.
    let nearest = seeksNearest || position < words.count ? table.nearest(to: head.name) : nil
    let place = SourcePlace(
      line: word.place.line, column: word.place.column,
      range: word.place.range.lowerBound..<word.place.range.lowerBound + head.name.utf8.count)
    let meant = nearest.flatMap { table[$0] }?.facts
    problems.append(
      UsageProblem(.unknownOption(head.name, nearest: nearest), at: place, parameter: meant))
    guard let meant else {
      ignoresExtraArguments = true
      return
    }
    suspected.insert(meant.key)
    if meant.form == .option, head.attached == nil, position < words.count,
      OptionHead(words[position]) == nil
    {
      roles.append(.value)
    }
  }

  private mutating func add(
    _ content: Occurrence.Content, to match: OptionTable.Match, at word: Word
  ) {
    let facts = match.facts
    let isAgain = facts.form == .option && !facts.repeats && given[facts.key] != nil
    if isAgain {
      problems.append(UsageProblem(.givenTwice, at: word.place, parameter: match.typedFacts))
    }
    given[facts.key, default: []].append(
      Occurrence(content: content, place: word.place, otherName: match.otherName))
  }
}
