public import Messages

/// The definition of a command, from which parsing, help, completion and documentation derive.
///
/// Its parameters and rules are made when they are first needed.
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
  /// Complete command lines; tests parse and run them.
  public let examples: [String]
  private let lazyGrammar: LazyGrammar

  public init(
    _ name: String, aliases: [String] = [], group: CommandGroup, summary: Message,
    discussion: Message = "", effect: CommandEffect = .reads, traits: CommandTraits = [],
    fields: [String] = [], insteadOfArguments: ArgumentProposals = ArgumentProposals(),
    grammar: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    rules: @autoclosure @escaping @Sendable () -> [GrammarRule] = [], examples: [String]
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
    self.examples = examples
    lazyGrammar = LazyGrammar { CommandGrammar(grammar(), rules()) }
  }

  /// The arguments in their order, the options and flags in the order of help.
  public var grammar: [any Parameter] { lazyGrammar.value.parameters }
  public var rules: [GrammarRule] { lazyGrammar.value.rules }
  /// The facts of its arguments, in their order.
  public var arguments: [ParameterFacts] { lazyGrammar.value.arguments }
  /// The facts of its options and flags, in the order of help.
  public var options: [ParameterFacts] { lazyGrammar.value.options }
  /// The keys of its parameters.
  var keys: Set<String> { lazyGrammar.value.keys }
  var parametersByRole: [ParameterRole: [any Parameter]] { lazyGrammar.value.byRole }

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
