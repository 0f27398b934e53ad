import Batches
import Foundation
import ListingChanges
import SellerSession

/// The import whose result file is imported. `resume` may carry out more of it than its result says.
struct EarlierImport {
  private let journal: BatchJournal
  private let path: String
  private let market: String
  private let account: String

  /// - Parameter path: the path of a file.
  /// - Returns: nil if the file has not the name of a result.
  init?(resultAt path: String, in context: CommandContext) throws {
    guard let suffix = path.range(of: #"\.result(-[0-9]+)?\.csv$"#, options: .regularExpression)
    else { return nil }
    self.path = String(path[..<suffix.lowerBound])
    let profile = try context.market.profile()
    (market, account) = (profile.url, profile.accountDigest ?? "")
    journal = context.market.journal
  }

  /// Refuses the result of an unfinished import: both would add the rows that are left.
  func checkEnded() throws {
    guard let batch = try journal.openBatch(path: path, market: market, account: account) else {
      return
    }
    let file = BatchInput.File(URL(filePath: path).lastPathComponent, command: "import")
    throw BatchError.resultOfUnfinished(batch.id, file, summary: batch.summary)
  }

  /// The rows of the imported file that the market has by now.
  func doneRows() throws -> Set<Int> {
    guard
      let batch = try journal.newestBatch(
        .ended, path: path, market: market, account: account)
    else { return [] }
    var done: Set<Int> = []
    var left: Set<Int> = []
    for (step, record) in try journal.steps(of: batch.id) {
      guard let line = step.line else { continue }
      if [.done, .adopted].contains(record.state) { done.insert(line) } else { left.insert(line) }
    }
    return done.subtracting(left)
  }
}
