/// Parses words into a command with typed values.
public struct Parser: Sendable {
  public let commands: [CommandSpec]
  /// The global options, which are accepted anywhere; none of them is required.
  public let process: [any Parameter]
  let processFacts: [ParameterFacts]
  private let processKeys: Set<String>
  let index: CommandIndex

  public init(commands: [CommandSpec], process: [any Parameter] = []) {
    self.commands = commands
    self.process = process
    processFacts = process.map(\.facts)
    processKeys = Set(process.map(\.key))
    index = CommandIndex(commands)
  }

  /// The command with a name: its main name or another one, in any keyboard layout.
  public func command(named name: String) -> CommandSpec? {
    let words = name.split(separator: " ").map { Word.words(arguments: [String($0)])[0] }
    guard let first = words.first else { return nil }
    guard
      case .found(let spec, words.count) = index.find(first, followedBy: words.dropFirst().first)
    else { return nil }
    return spec
  }

  /// The commands whose names begin with a word and have more words, such as `account add`.
  public func commands(below word: String) -> [CommandSpec] {
    commands.filter { spec in
      ([spec.name] + spec.aliases).contains { $0.hasPrefix(word + " ") }
    }
  }

  /// Parses the words of one command. Problems are part of the result, so that `--help` works in a
  /// wrong command as well.
  ///
  /// - Parameter isRead: whether the value of a parameter is needed; by default, all are.
  public func parse(
    _ words: [Word], in context: ReadingContext,
    reading isRead: (ParameterFacts) -> Bool = { _ in true }
  ) -> Parsed {
    let words = Self.withoutProgram(words)
    var matcher = WordMatcher(words, index: index, process: processFacts)
    matcher.run()
    var problems = matcher.problems
    let own = matcher.spec?.keys ?? []
    let processInput = input(
      for: process.filter { !own.contains($0.key) && isRead($0.facts) }, processKeys,
      given: matcher.given, matcher: matcher, in: context, problems: &problems)
    var given = matcher.given
    let extra = assign(matcher.arguments, to: matcher.spec?.arguments ?? [], given: &given)
    if let extra,
      !matcher.ignoresExtraArguments
    {
      problems.append(UsageProblem(.unexpectedWord(extra.text), at: extra.place))
    }
    let commandInput = input(
      for: (matcher.spec?.grammar ?? []).filter { isRead($0.facts) }, matcher.spec?.keys ?? [],
      given: given, matcher: matcher, in: context, problems: &problems)
    for rule in matcher.spec?.rules ?? [] { check(rule, given, matcher, &problems) }
    return Parsed(
      spec: matcher.spec, process: processInput, problems: Self.inOrder(problems),
      input: commandInput, typed: words)
  }

  /// The words without those in front of a command that was copied from documentation or advice, such as
  /// `$ market list` and `market> list`.
  private static func withoutProgram(_ words: [Word]) -> [Word] {
    let programs = ["$", "market", "market>"]
    guard let first = words.first, programs.contains(first.text) else { return words }
    let command = words.drop { programs.contains($0.text) }
    return command.isEmpty ? words : Array(command)
  }

  /// Assigns the positional words to the arguments.
  ///
  /// - Returns: the first word that no argument takes.
  private func assign(
    _ words: [Word], to arguments: [ParameterFacts], given: inout [String: [Occurrence]]
  ) -> Word? {
    var rest = words[...]
    for facts in arguments {
      let taken = facts.repeats ? rest : rest.prefix(1)
      if taken.isEmpty { break }
      given[facts.key] = taken.map { Occurrence(content: .value($0), place: $0.place) }
      rest = rest.dropFirst(taken.count)
    }
    return rest.first
  }

  private func input(
    for grammar: [any Parameter], _ keys: Set<String>, given: [String: [Occurrence]],
    matcher: WordMatcher, in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Input {
    var input = Input(keys: keys)
    let excused = matcher.spec?.excused { given[$0] != nil } ?? []
    for parameter in grammar {
      if let given = given[parameter.key] {
        fill(&input, with: parameter, given: given, in: context, problems: &problems)
      } else if isMissing(parameter), !matcher.suspected.contains(parameter.key),
        !excused.contains(parameter.key)
      {
        problems.append(UsageProblem(.missing, parameter: parameter.facts))
      }
    }
    return input
  }

  private func isMissing(_ parameter: some Parameter) -> Bool { parameter.fallback == nil }

  private func fill(
    _ input: inout Input, with parameter: some Parameter, given: [Occurrence],
    in context: ReadingContext, problems: inout [UsageProblem]
  ) {
    let before = problems.count
    if let value = parameter.read(given, in: context, problems: &problems) {
      input.set(parameter, to: value)
    } else if problems.count > before, let fallback = parameter.fallback {
      input.set(parameter, to: fallback)
    }
  }

  private func check(
    _ rule: GrammarRule, _ given: [String: [Occurrence]], _ matcher: WordMatcher,
    _ problems: inout [UsageProblem]
  ) {
    switch rule {
    case .atMostOne(let parameters):
      let all = parameters.compactMap { parameter in
        given[parameter.key]?.first.map { parameter.facts.typed(as: $0.otherName) }
      }
      guard all.count > 1 else { return }
      let places = all.compactMap { given[$0.key]?.first?.place }
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
      problems.append(UsageProblem(.conflict(all), at: places[1]))
    case .atLeastOne(let parameters, let description):
      let isMet = parameters.contains {
        given[$0.key] != nil || matcher.suspected.contains($0.key)
      }
      let excused = matcher.spec?.excused { given[$0] != nil } ?? []
      guard !isMet, !excused.isSuperset(of: parameters.map(\.key)) else { return }
      problems.append(UsageProblem(.needsOneOf(parameters.map(\.facts), description: description)))
    case .standsFor: break
    case .allOrNone(let parameters):
      let absent = parameters.filter { given[$0.key] == nil }
      guard absent.count < parameters.count else { return }
      for parameter in absent where !matcher.suspected.contains(parameter.key) {
        problems.append(UsageProblem(.missing, parameter: parameter.facts))
      }
    }
  }

  /// The problems in the order of the text; missing parameters come last, in the order of the
  /// grammar.
  private static func inOrder(_ problems: [UsageProblem]) -> [UsageProblem] {
    func start(_ problem: UsageProblem) -> Int { problem.place?.range.lowerBound ?? .max }
    let placed = problems.enumerated().filter { $0.element.place != nil }.sorted {
      (start($0.element), $0.offset) < (start($1.element), $1.offset)
    }
    return placed.map(\.element) + problems.filter { $0.place == nil }
  }
}
