package import MarketRender
package import Messages
package import SellerSession

/// Why a batch cannot be started, continued or taken back.
package enum BatchError: ErrorWithSummary, Hashable {
  /// Another process works on the batch; nil if its number is not known.
  case isRunning(Int?)
  /// Another process has finished the batch meanwhile.
  case finishedElsewhere(Int)
  case noSuchBatch(Int)
  case noSuchLine(Int, batch: Int)
  case nothingToResume
  /// The only unfinished batch is at a market that is not in use.
  case unfinishedElsewhere(Int, market: String)
  /// It was stored for another market or account.
  case otherAccount(Int, market: String)
  /// The same file has an unfinished batch.
  case unfinished(Int, BatchInput.File, summary: Message)
  /// The file says what became of an import that has an unfinished batch.
  case resultOfUnfinished(Int, BatchInput.File, summary: Message)
  /// The same file was carried out, and repeating it would add or change listings once more.
  case doneAlready(Int, BatchInput.File, summary: Message, isIncomplete: Bool)
  /// A finished batch of which some changes were refused or are in conflict.
  case endedIncomplete(Int, Message)
  /// An unfinished batch that was given up, for example by undo or for a corrected file.
  case givenUp(Int, Message)
  /// The file has changed since its unfinished batch was planned.
  case inputChanged(Int, BatchInput.File, changes: [Message])
  /// A correction of an unfinished batch differs in lines that may have been carried out.
  case sentLinesChanged(Int, path: String, lines: [Message])
  /// A correction of a batch that no file describes, or several files.
  case notOneFile(Int)
  case nothingToUndo(listing: Int?)
  /// The number of a batch was typed as the id of a listing.
  case batchNotListing(Int)
  case nothingToRedo
  /// A command that a file of commands cannot contain.
  case notInFile(String)
  /// A filter whose result an earlier line of the file may change.
  case filterDependsOnFile
  /// A line of a file that changes listings of another market.
  case otherMarketInFile(String)

  package func report(at market: MarketProfile?) -> ErrorReport {
    ErrorReport(message, suggestions: suggestions, exitCode: exitCode)
  }

  private var message: Message {
    switch self {
    case .isRunning(let id?): "another shell is carrying out batch \(id)"
    case .isRunning(nil): "another shell is carrying out this batch"
    case .finishedElsewhere(let id): "another shell has finished batch \(id)"
    case .noSuchBatch(let id): "there is no batch \(id)"
    case .noSuchLine(let line, let batch): "batch \(batch) has no line \(line)"
    case .nothingToResume: "no batch is unfinished"
    case .unfinishedElsewhere(let id, let market):
      "no batch is unfinished here, but batch \(id) is, at \(market)"
    case .otherAccount(let id, let market): "batch \(id) belongs to another account, at \(market)"
    case .unfinished(let id, let file, let summary),
      .resultOfUnfinished(let id, let file, let summary):
      "batch \(id) of \(quoted: file.name) is unfinished: \(summary)"
    case .endedIncomplete(let id, let summary):
      "batch \(id) is finished, and not all of it was done: \(summary)"
    case .givenUp(let id, let summary): "batch \(id) was given up: \(summary)"
    case .doneAlready(let id, let file, let summary, _):
      "\(quoted: file.name) was carried out as batch \(id): \(summary)"
    case .inputChanged(let id, let file, let changes):
      changes.isEmpty
        ? "\(quoted: file.name) has changed since batch \(id) was planned, which is unfinished"
        : "\(quoted: file.name) has changed since batch \(id) was planned: \(Message.list(changes, .semicolon))"
    case .sentLinesChanged(let id, let path, let lines):
      """
      only what batch \(id) has not sent can be changed, and \(quoted: path) differs in lines that \
      were sent: \(Message.list(lines, .semicolon))
      """
    case .notOneFile(let id):
      "batch \(id) does not run a single file, so it cannot be continued with a corrected one"
    case .nothingToUndo(nil): "there is nothing to undo"
    case .batchNotListing(let number):
      "there is no change of listing \(number) to undo, but a batch \(number)"
    case .nothingToUndo(let id?): "there is no change of listing \(id) to undo"
    case .nothingToRedo: "there is nothing to redo"
    case .notInFile, .filterDependsOnFile, .otherMarketInFile: lineMessage
    }
  }

  /// What is wrong with a line of a file.
  private var lineMessage: Message {
    switch self {
    case .notInFile(let name): "\(command: name) cannot be part of a file"
    case .otherMarketInFile(let name):
      "a file changes one market only; put what changes \(name) into a second file"
    default:
      "an earlier line of this file may change what this filter finds; put this into a second file"
    }
  }

  /// The answer of `run --json` to a file that is not run; nil for other errors.
  package var jsonSummary: BatchSummary? {
    switch self {
    case .unfinished(let id, let file, _), .resultOfUnfinished(let id, let file, _),
      .doneAlready(let id, let file, _, _),
      .inputChanged(let id, let file, _):
      return summary(of: id, file.name)
    case .sentLinesChanged(let id, let path, _): return summary(of: id, path)
    default: return nil
    }
  }

  private func summary(of batch: Int, _ name: String) -> BatchSummary {
    var summary = BatchSummary(
      title: "\(name)", counts: BatchCounts().items(), problems: [message], try: suggestions)
    summary.batch = batch
    return summary
  }

  private var suggestions: [String] {
    switch self {
    case .unfinished(let id, let file, _): [file.line("--resume"), "batch \(id)"]
    // Repeating the file would double what was done.
    case .doneAlready(let id, _, _, true), .endedIncomplete(let id, _), .givenUp(let id, _):
      ["batch \(id)"]
    case .doneAlready(_, let file, _, false): [file.line("--again")]
    case .inputChanged(let id, _, let changes) where changes.isEmpty:
      ["resume \(id)", "batch \(id)"]
    case .inputChanged(let id, let file, _): ["resume \(id)", "resume \(id) --with \(file.name)"]
    case .sentLinesChanged(let id, _, _): ["batch \(id)", "resume \(id)"]
    case .notOneFile(let id), .resultOfUnfinished(let id, _, _): ["resume \(id)"]
    case .finishedElsewhere(let id): ["batch \(id)"]
    case .noSuchBatch, .nothingToResume: ["batches"]
    case .unfinishedElsewhere(let id, _): ["resume \(id)", "batch \(id)"]
    case .batchNotListing(let number): ["undo batch \(number)"]
    default: []
    }
  }

  private var exitCode: ExitCode {
    switch self {
    case .noSuchBatch, .noSuchLine, .nothingToUndo, .batchNotListing, .nothingToRedo,
      .nothingToResume, .unfinishedElsewhere:
      .notFound
    case .otherAccount: .notAllowed
    case .isRunning, .finishedElsewhere: .failed
    case .endedIncomplete, .givenUp: .incomplete
    default: .usage
    }
  }
}
