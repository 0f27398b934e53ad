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
  /// A change was made, but its output could not be written, or something about it could not be saved
  /// on this machine.
  case outputLost = 8
  case interrupted = 130

  /// The code of two changes or commands: 7, then 130, then the error at which a batch stopped, then
  /// 8, then 6. Of two such errors the first counts.
  package func combined(with next: ExitCode) -> ExitCode { next.rank > rank ? next : self }

  private var rank: Int {
    switch self {
    case .outcomeUnknown: 5
    case .interrupted: 4
    case .failed, .usage, .notFound, .notAllowed, .unreachable: 3
    case .outputLost: 2
    case .incomplete: 1
    case .done: 0
    }
  }
}
