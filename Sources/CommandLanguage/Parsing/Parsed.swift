/// What a parse found: the command, its values, the options of the process, and what is wrong.

/// The outcome of a parse, whole or not.
public struct Parsed: Sendable {
  /// The command, where its name was recognized.
  public let spec: CommandSpec?
  /// The options of the process; where one was given wrongly, its default stands here.
  public let process: Input
  /// All faults, in the order of the text; empty where the command can run.
  public let problems: [UsageProblem]
  /// The values that could be read, for a form that asks for the rest; see `Input.value(of:)`.
  public let input: Input
  private let typed: [Word]

  init(
    spec: CommandSpec?, process: Input, input: Input, problems: [UsageProblem], typed: [Word]
  ) {
    self.spec = spec
    self.process = process
    self.input = input
    self.problems = problems
    self.typed = typed
  }

  /// The command and its values.
  /// - Throws: all faults at once; `.noCommand` where there are only options.
  public func checked() throws(UsageError) -> (spec: CommandSpec, input: Input) {
    if let spec, problems.isEmpty { return (spec, input) }
    throw UsageError(
      command: spec?.name,
      problems: problems.isEmpty ? [UsageProblem(.noCommand)] : problems,
      typed: typed)
  }
}
