public import Messages

/// The definition of a command, from which parsing, help, completion and documentation derive. Only
/// what finds a command is made at once. Everything else is made when it is first needed: a start
/// needs the names of all commands, but the texts and parameters of one.
public struct CommandSpec: Sendable {
  /// One word, or two for a subcommand: `photo save`.
  public let name: String
  /// Other names that are accepted as well.
  public let aliases: [String]
  public let group: CommandGroup
  public let effect: CommandEffect
  public let traits: CommandTraits
  private let texts: Lazy<CommandTexts>
  private let lazyGrammar: Lazy<CommandGrammar>

  public init(
    _ name: String, aliases: [String] = [], group: CommandGroup,
    summary: @autoclosure @escaping @Sendable () -> Message,
    discussion: @autoclosure @escaping @Sendable () -> Message = "",
    effect: CommandEffect = .reads, traits: CommandTraits = [],
    fields: @autoclosure @escaping @Sendable () -> [String] = [],
    insteadOfArguments: @autoclosure @escaping @Sendable () -> ArgumentProposals =
      ArgumentProposals(),
    grammar: @autoclosure @escaping @Sendable () -> [any Parameter] = [],
    rules: @autoclosure @escaping @Sendable () -> [GrammarRule] = [],
    examples: @autoclosure @escaping @Sendable () -> [Message]
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.effect = effect
    self.traits = traits
    texts = Lazy {
      CommandTexts(
        summary: summary(), discussion: discussion(), examples: examples(), fields: fields(),
        insteadOfArguments: insteadOfArguments())
    }
    lazyGrammar = Lazy { CommandGrammar(grammar(), rules()) }
  }

  /// One line without a full stop.
  public var summary: Message { texts.value.summary }
  /// Further paragraphs of its help, separated by line breaks.
  public var discussion: Message { texts.value.discussion }
  /// Complete command lines, which a translation writes with words of its language; tests parse
  /// and run them.
  public var examples: [Message] { texts.value.examples }
  /// The fields of its answer, for `--fields` and `--format ids`; empty if it answers sentences.
  public var fields: [String] { texts.value.fields }
  /// The commands to suggest for arguments that it does not take.
  public var insteadOfArguments: ArgumentProposals { texts.value.insteadOfArguments }

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

/// What a command says and offers.
private struct CommandTexts: Sendable {
  let summary: Message
  let discussion: Message
  let examples: [Message]
  let fields: [String]
  let insteadOfArguments: ArgumentProposals
}
