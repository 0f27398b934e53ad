public import Messages

/// The definition of a command, from which parsing, help, completion and documentation derive.
public struct CommandSpec: Sendable {
  /// One word, or two for a subcommand: `photo save`.
  public let name: String
  /// Other names that are accepted as well.
  public let aliases: [String]
  public let group: CommandGroup
  public let effect: CommandEffect
  public let traits: CommandTraits
  /// The fields of its answer, for `--fields` and `--format ids`; empty if it answers sentences.
  public let fields: [String]
  /// The commands to suggest for arguments that it does not take.
  public let insteadOfArguments: ArgumentProposals
  /// One line without a full stop.
  public let summary: Message
  /// Further paragraphs of its help, separated by line breaks.
  public let discussion: Message
  /// The arguments in their order, the options and flags in the order of help.
  public let grammar: [any Parameter]
  public let rules: [GrammarRule]
  /// Complete command lines; tests parse and run them.
  public let examples: [String]
  /// The keys of its parameters.
  let keys: Set<String>
  let parametersByRole: [ParameterRole: [any Parameter]]
  /// The facts of its arguments, in their order.
  public let arguments: [ParameterFacts]
  /// The facts of its options and flags, in the order of help.
  public let options: [ParameterFacts]

  public init(
    _ name: String, aliases: [String] = [], group: CommandGroup, summary: Message,
    discussion: Message = "", effect: CommandEffect = .reads, traits: CommandTraits = [],
    fields: [String] = [], insteadOfArguments: ArgumentProposals = ArgumentProposals(),
    grammar: [any Parameter] = [], rules: [GrammarRule] = [], examples: [String]
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.effect = effect
    self.traits = traits
    self.fields = fields
    self.insteadOfArguments = insteadOfArguments
    self.summary = summary
    self.discussion = discussion
    self.grammar = grammar
    self.rules = rules
    self.examples = examples
    let facts = grammar.map(\.facts)
    keys = Set(facts.map(\.key))
    parametersByRole = zip(facts, grammar).reduce(into: [:]) { roles, parameter in
      if let role = parameter.0.role { roles[role, default: []].append(parameter.1) }
    }
    arguments = facts.filter { $0.form == .argument }
    options = facts.filter { $0.form != .argument }
  }

  /// The keys of parameters that are not required because of others.
  ///
  /// - Parameter isGiven: whether the parameter with a key is given.
  func excused(by isGiven: (String) -> Bool) -> Set<String> {
    rules.reduce(into: []) { keys, rule in
      if case .standsFor(let first, let others) = rule, isGiven(first.key) {
        keys.formUnion(others.map(\.key))
      }
    }
  }
}
