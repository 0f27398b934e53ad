public import Messages

/// A command as data: parsing, help, completion and papers all derive from it.
public struct CommandSpec: Sendable {
  /// One word, or two for a command under another: `photo save`.
  public let name: String
  /// Other names that work as well.
  public let aliases: [String]
  public let group: CommandGroup
  public let effect: CommandEffect
  public let traits: CommandTraits
  /// The fields of its answer, for `--fields` and `--format ids`; empty if it answers sentences.
  public let fields: [String]
  /// The commands to propose for arguments that it does not take.
  public let insteadOfArguments: ArgumentProposals
  /// One line without a full stop.
  public let summary: Message
  /// Paragraphs for its own help.
  public let discussion: Message
  /// Arguments in their order, options and flags in the order of help.
  public let grammar: [any Parameter]
  public let rules: [GrammarRule]
  /// Whole commands as they would be typed; tests parse and run them.
  public let examples: [String]
  /// The facts of its arguments in order.
  public let arguments: [ParameterFacts]
  /// The facts of its options and flags in the order of help.
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
    arguments = facts.filter { $0.form == .argument }
    options = facts.filter { $0.form != .argument }
  }
}
