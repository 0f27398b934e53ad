import Messages
package import SellerFiles

extension NotebookError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(message) }

  private var message: Message {
    switch self {
    case .codeTaken(let code, let listing): "@\(code) is already the code of listing \(listing)"
    case .newer(let path, let found, let known):
      """
      "\(path)" was written by a newer version of market (format \(found), this one knows \
      \(known)); update market
      """
    case .damaged(let path):
      "your notebook \"\(path)\" is damaged; move it away to create a new one"
    case .lostWrites(let path, let mark):
      """
      your notebook "\(path)" has lost codes or notes: put back its files, or remove "\(mark)" to \
      continue with the rest
      """
    case .removed(let path): "your notebook \"\(path)\" was removed while it was in use"
    case .cannotOpen(let path): "your notebook \"\(path)\" cannot be opened"
    case .busy(let path): "your notebook \"\(path)\" is locked by another market; try again"
    case .diskFull(let path): "no space is left for your notebook \(path)"
    case .failed(let path, let reason): "your notebook \"\(path)\" failed: \(reason)"
    }
  }
}
