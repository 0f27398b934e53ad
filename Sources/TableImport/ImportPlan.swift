import Batches
import ListingWrites
import MarketRender
import Messages
import SellerSession
import WritePlans

/// What a table does, row by row, checked and not yet confirmed.
struct ImportPlan {
  private(set) var draft: BatchDraft
  private(set) var warnings: [ChangeWarning] = []
  /// What there is to say before anything is sent.
  var notes: [Message] = []
  private(set) var problems: [ImportProblem] = []
  /// Rows that change nothing, by the word that their result has.
  private(set) var unchanged: [Int] = []
  private(set) var skipped: [Int] = []
  private(set) var added = 0
  private(set) var changed = 0
  private(set) var removed = 0
  /// Whether carrying it out again would change nothing more.
  private(set) var isRepeatable = true

  init(in session: SellerSession) {
    draft = BatchDraft(in: session)
  }

  var count: Int { added + changed + removed }

  /// Adds what a row does.
  ///
  /// - Parameter stores: whether photos are stored, as for everything but a dry run.
  mutating func add(_ row: ImportRow, _ plan: RowPlan, stores: Bool) async throws {
    problems += row.problems
    guard row.problems.isEmpty else { return }
    switch plan {
    case .unchanged: unchanged.append(row.number)
    case .skipped: skipped.append(row.number)
    case .change(let change, let more, let notes):
      warnings += more
      self.notes += notes
      try await add(change, line: row.number, stores: stores)
    }
  }

  mutating func add(_ change: PlannedChange, line: Int?, stores: Bool) async throws {
    count(change)
    guard stores else {
      var shown = change
      shown.photos = []
      return draft.skip(shown)
    }
    let photos = try await draft.folder.storePhotos(of: [change])
    draft.append(change, photos: photos[0], line: line)
  }

  mutating func note(_ problem: ImportProblem) { problems.append(problem) }

  private mutating func count(_ change: PlannedChange) {
    switch change.action {
    case .added:
      added += 1
      if change.code == nil { isRepeatable = false }
    case .changed, .replaced: changed += 1
    case .removed: removed += 1
    }
  }

  /// `12 new, 30 changed, 2 removed`, and for a dry run the rows that change nothing.
  func counts(withUnchanged: Bool) -> Message {
    var parts: [Message] = []
    if added > 0 { parts.append("\(added) new") }
    if changed > 0 { parts.append("\(changed) changed") }
    if removed > 0 { parts.append("\(removed) removed") }
    if withUnchanged, !unchanged.isEmpty { parts.append("\(unchanged.count) already as wanted") }
    if withUnchanged, !skipped.isEmpty { parts.append("\(skipped.count) skipped") }
    return parts.isEmpty ? "no rows" : .list(parts)
  }

  /// The warning about listings that would be sold out together; nil for at most one.
  var soldOut: ChangeWarning? {
    let count = draft.changes.count { $0.change.sellsOut }
    guard count > 1 else { return nil }
    return .sellingOut(count: count)
  }

  var allWarnings: [ChangeWarning] { warnings + (soldOut.map { [$0] } ?? []) }
}
