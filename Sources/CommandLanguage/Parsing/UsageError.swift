/// What is wrong with a command: all of it at once, as facts; the words are made in `UsageText`.

/// All faults of one command.
public struct UsageError: Error, Hashable, Sendable {
  /// The command's main name, where one was recognized.
  public let command: String?
  /// At least one, in the order of the text, absent things last.
  public let problems: [UsageProblem]
  /// The command as it was typed, for a proposal.
  public let typed: [Word]

  /// Where the first fault stands; nil where something is absent.
  public var place: SourcePlace? { problems.first?.place }

  /// Whether nothing is wrong but that something is absent, so that a form can ask for it.
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
