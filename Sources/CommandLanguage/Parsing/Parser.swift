/// Parses words into a command with typed values.
public struct Parser: Sendable {
  public let commands: [CommandSpec]
  /// The global options, which are accepted anywhere; none of them is required.
  public let process: [any Parameter]
  let processFacts: [ParameterFacts]
  let index: CommandIndex

  public init(commands: [CommandSpec], process: [any Parameter] = []) {
    self.commands = commands
    self.process = process
    processFacts = process.map(\.facts)
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

  /// Parses the words of one command.
  ///
  /// Problems are part of the result, so that `--help` works in a wrong command as well.
  public func parse(_ words: [Word], in context: ReadingContext) -> Parsed {
    var matcher = WordMatcher(words, index: index, process: processFacts)
    matcher.run()
    var problems = matcher.problems
    let processInput = input(
      for: process, given: matcher.given, matcher: matcher, in: context, problems: &problems)
    var given = matcher.given
    let grammar = matcher.spec?.grammar ?? []
    if let extra = assign(matcher.arguments, to: grammar, given: &given),
      !matcher.ignoresExtraArguments
    {
      problems.append(UsageProblem(.unexpectedWord(extra.text), at: extra.place))
    }
    let commandInput = input(
      for: grammar, given: given, matcher: matcher, in: context, problems: &problems)
    for rule in matcher.spec?.rules ?? [] { check(rule, given, matcher, &problems) }
    return Parsed(
      spec: matcher.spec, process: processInput, input: commandInput,
      problems: Self.inOrder(problems), typed: words)
  }

  /// Assigns the positional words to the arguments.
  ///
  /// - Returns: the first word that no argument takes.
  private func assign(
    _ words: [Word], to grammar: [any Parameter], given: inout [String: [Occurrence]]
  ) -> Word? {
    var rest = words[...]
    for facts in grammar.map(\.facts) where facts.form == .argument {
      let taken = facts.repeats ? rest : rest.prefix(1)
      if taken.isEmpty { break }
      given[facts.key] = taken.map { Occurrence(content: .value($0), place: $0.place) }
      rest = rest.dropFirst(taken.count)
    }
    return rest.first
  }

  private func input(
    for grammar: [any Parameter], given: [String: [Occurrence]], matcher: WordMatcher,
    in context: ReadingContext, problems: inout [UsageProblem]
  ) -> Input {
    var input = Input()
    for parameter in grammar {
      fill(
        &input, with: parameter, given: given[parameter.facts.key] ?? [],
        isSuspected: matcher.suspected.contains(parameter.facts.key), in: context,
        problems: &problems)
    }
    return input
  }

  private func fill(
    _ input: inout Input, with parameter: some Parameter, given: [Occurrence], isSuspected: Bool,
    in context: ReadingContext, problems: inout [UsageProblem]
  ) {
    let facts = parameter.facts
    let before = problems.count
    if let value = parameter.read(given, in: context, problems: &problems) {
      input.set(value, for: facts, isMentioned: !given.isEmpty)
      return
    }
    if given.isEmpty, !isSuspected {
      problems.append(UsageProblem(.missing, parameter: facts))
    } else if problems.count > before,
      let fallback = parameter.read([], in: context, problems: &problems)
    {
      input.set(fallback, for: facts, isMentioned: true)
    }
  }

  private func check(
    _ rule: GrammarRule, _ given: [String: [Occurrence]], _ matcher: WordMatcher,
    _ problems: inout [UsageProblem]
  ) {
    switch rule {
    case .atMostOne(let parameters):
      let all = parameters.map(\.facts).compactMap { facts in
        given[facts.key]?.first.map { facts.typed(as: $0.otherName) }
      }
      guard all.count > 1 else { return }
      let places = all.compactMap { given[$0.key]?.first?.place }
        .sorted { $0.range.lowerBound < $1.range.lowerBound }
      problems.append(UsageProblem(.conflict(all), at: places[1]))
    case .atLeastOne(let parameters, let description):
      let all = parameters.map(\.facts)
      let isMet = all.contains { given[$0.key] != nil || matcher.suspected.contains($0.key) }
      if !isMet { problems.append(UsageProblem(.needsOneOf(all, description: description))) }
    case .allOrNone(let parameters):
      let absent = parameters.map(\.facts).filter { given[$0.key] == nil }
      guard absent.count < parameters.count else { return }
      for facts in absent where !matcher.suspected.contains(facts.key) {
        problems.append(UsageProblem(.missing, parameter: facts))
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
