/// All problems of a command line.
public struct UsageError: Error, Hashable, Sendable {
  /// The main name of the command; nil if its name is missing or unknown.
  public let command: String?
  /// At least one problem, in the order of the text; missing parameters come last.
  public let problems: [UsageProblem]
  /// The command as it was typed, for suggestions.
  public let typed: [Word]

  /// The place of the first problem; nil if parameters are missing and nothing else is wrong.
  public var place: SourcePlace? { problems.first?.place }

  /// Whether parameters are missing and nothing else is wrong, so that a form can ask for them.
  public var isOnlyIncomplete: Bool {
    problems.allSatisfy { problem in
      switch problem.code {
      case .missing, .needsOneOf: true
      default: false
      }
    }
  }

  public init(command: String?, problems: [UsageProblem], typed: [Word]) {
    self.command = command
    self.problems = problems
    self.typed = typed
  }
}
