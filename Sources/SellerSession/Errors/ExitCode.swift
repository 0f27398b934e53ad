/// The exit codes of the program.
public enum ExitCode: Int32, Sendable {
  case done = 0
  /// The market refused the command, or it failed.
  case failed = 1
  /// Wrong usage.
  case usage = 2
  /// No such listing.
  case notFound = 3
  /// Not signed in, or the listing belongs to another shop.
  case notAllowed = 4
  /// The market cannot be reached.
  case unreachable = 5
  /// A batch ended with some steps failed or left.
  case incomplete = 6
  /// It is unknown whether the last change happened.
  case outcomeUnknown = 7
  /// A change was made, but its output could not be written.
  case outputLost = 8
  case interrupted = 130

  /// The code of two commands: 7, then 130; otherwise the first failure, and 8 if there is none.
  package func combined(with next: ExitCode) -> ExitCode {
    if self == .outcomeUnknown || next == .outcomeUnknown { return .outcomeUnknown }
    if self == .interrupted || next == .interrupted { return .interrupted }
    return self == .done || self == .outputLost && next != .done ? next : self
  }
}
