package import Notebook

extension NotebookError: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport { ErrorReport(text) }

  private var text: String {
    switch self {
    case .codeTaken(let code, let listing): "the code @\(code) is listing \(listing)'s already"
    case .newer(let path, let found, let known):
      "\(path) was written by a newer market (\(found), this one knows \(known)); update market"
    case .damaged(let path): "your notebook \(path) is damaged; move it away to start anew"
    case .removed(let path): "your notebook \(path) was taken away while it was in use"
    case .cannotOpen(let path): "your notebook \(path) cannot be opened"
    case .busy(let path): "another market keeps your notebook \(path) locked"
    case .diskFull(let path): "no space is left for your notebook \(path)"
    case .failed(let path, let reason): "your notebook \(path) failed: \(reason)"
    }
  }
}
