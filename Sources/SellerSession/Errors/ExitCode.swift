/// What the program answers to the shell it was started from.

/// The one table of exit codes.
public enum ExitCode: Int32, Sendable {
  case done = 0
  /// The market refused it, or it failed.
  case failed = 1
  /// Wrong usage.
  case usage = 2
  /// No such listing.
  case notFound = 3
  /// Not signed in, or not yours.
  case notAllowed = 4
  /// The market cannot be reached.
  case unreachable = 5
  /// A batch ended with some steps failed or left.
  case incomplete = 6
  /// It is unknown whether the last change happened.
  case outcomeUnknown = 7
  case interrupted = 130
}
