/// The outcome of parsing: a command with its values, and all problems.
public struct Parsed: Sendable {
  /// The command; nil if its name is missing or unknown.
  public let spec: CommandSpec?
  /// The global options; a wrong one has its default.
  public let process: Input
  /// All problems in the order of the text; empty if the command can run.
  public let problems: [UsageProblem]
  /// The values that could be read, for a form that asks for the others; see `Input.value(of:)`.
  public let input: Input
  let typed: [Word]

  /// The first word that is no option.
  public var firstWord: String? { typed.lazy.map(\.text).first { !$0.hasPrefix("-") } }

  /// The command and its values.
  ///
  /// - Throws: all problems at once; `.noCommand` if there are only options.
  public func checked() throws(UsageError) -> (spec: CommandSpec, input: Input) {
    if let spec, problems.isEmpty { return (spec, input) }
    throw UsageError(
      command: spec?.name,
      problems: problems.isEmpty ? [UsageProblem(.noCommand)] : problems,
      typed: typed)
  }
}
