package import Batches
import Messages

extension JournalError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(message) }

  private var message: Message {
    switch self {
    case .newer(let path):
      "the journal \("\(path)") was written by a newer version of market; update market"
    case .damaged(let path):
      """
      the journal \("\(path)") is damaged, and nothing of it is read; move it away to create a new one
      """
    case .lostWrites(let path, let mark):
      """
      the journal \("\(path)") has lost changes that market made, and nothing of it is read: put back \
      its files, or remove \("\(mark)") to continue with the rest
      """
    case .cannotOpen(let path): "the journal \("\(path)") cannot be opened"
    case .busy(let path): "the journal \("\(path)") is locked by another market; try again"
    case .diskFull(let path):
      "no space is left for the journal \("\(path)"), so nothing more was sent"
    case .inputIsTaken(let batch): "another shell carries out this file, as batch \(batch)"
    case .failed(let path, let reason): "the journal \("\(path)") failed: \(reason)"
    }
  }
}
