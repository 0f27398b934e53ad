/// What a command is called, what it takes, and how it is explained: all in one value.

/// The groups of `help`, in their order.
public enum CommandGroup: String, CaseIterable, Hashable, Sendable {
  case look, sell, batch, keep, market, shell

  /// The heading in the overview.
  public var title: String {
    switch self {
    case .look: "Look around"
    case .sell: "Sell"
    case .batch: "Work in batches"
    case .keep: "Keep track"
    case .market: "Markets"
    case .shell: "This shell"
    }
  }
}

/// A rule over several parameters of one command.
public enum GrammarRule: Sendable {
  /// They exclude each other, as `--grid` and `--table`.
  case atMostOne([any Parameter])
  /// Without any of them the command means nothing.
  case atLeastOne([any Parameter])
}

/// A command as data: parsing, help, completion and papers all derive from it.
public struct CommandSpec: Sendable {
  /// One word, or two for a command under another: `photo save`.
  public let name: String
  /// Other names that work as well.
  public let aliases: [String]
  public let group: CommandGroup
  /// One line without a full stop.
  public let summary: String
  /// Paragraphs for its own help.
  public let discussion: String
  /// Arguments in their order, options and flags in the order of help.
  public let grammar: [any Parameter]
  public let rules: [GrammarRule]
  /// Whole commands as they would be typed; tests parse and run them.
  public let examples: [String]

  public init(
    _ name: String, aliases: [String] = [], group: CommandGroup, summary: String,
    discussion: String = "", grammar: [any Parameter] = [], rules: [GrammarRule] = [],
    examples: [String]
  ) {
    self.name = name
    self.aliases = aliases
    self.group = group
    self.summary = summary
    self.discussion = discussion
    self.grammar = grammar
    self.rules = rules
    self.examples = examples
  }

  /// The facts of its arguments in order.
  public var arguments: [ParameterFacts] {
    grammar.map(\.facts).filter { $0.form == .argument }
  }

  /// The facts of its options and flags in the order of help.
  public var options: [ParameterFacts] {
    grammar.map(\.facts).filter { $0.form != .argument }
  }
}
