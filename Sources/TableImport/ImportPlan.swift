import Batches
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SellerSession

/// What a table does, row by row, checked and not yet confirmed.
struct ImportPlan {
  var draft: BatchDraft
  private(set) var warnings: [ChangeWarning] = []
  /// What there is to say before anything is sent.
  var notes: [Message] = []
  private(set) var problems: [ImportProblem] = []
  /// Rows that change nothing, by the word that their result has.
  private(set) var unchanged: [Int] = []
  private(set) var skipped: [Int] = []
  /// Rows that remove listings which are not there any more.
  private(set) var gone: [Int] = []
  /// A row of a listing that came back under another id, and both ids.
  private(set) var moved: [(row: Int, old: Int, new: Int)] = []
  /// The rows with HTML that became plain text.
  private var plain: [Int] = []
  /// The rows that add a listing without a stock.
  private var unstocked: [Int] = []
  /// The rows that add a listing with the code of a removed one.
  private var again: [(row: Int, old: Int)] = []
  /// The row of each change; `Int.max` for those without one, which come last.
  private(set) var rows: [Int] = []
  private(set) var added = 0
  private(set) var changed = 0
  private(set) var removed = 0
  private var soldOutCount = 0
  /// The changes that make a discount smaller, by their index.
  private(set) var lessened: [Int] = []
  /// Whether carrying it out again would change nothing more.
  private(set) var isRepeatable = true
  /// The currency that the seller named for new listings when asked.
  var answer: Currency?

  init(in environment: Environment) {
    draft = BatchDraft(in: environment)
  }

  var count: Int { added + changed + removed }

  /// Whether no row has a result yet.
  var isEmpty: Bool { count == 0 && unchanged.isEmpty && gone.isEmpty && skipped.isEmpty }

  /// Whether another choice of columns, or a value for all rows, may help: what is missing is no
  /// slip in a few rows.
  var isAboutColumns: Bool {
    problems.contains { $0.lacking != nil && ($0.row == nil || isEmpty) }
      || problems.count { $0.lacking == .currency } > count
  }

  /// Adds what a row does.
  ///
  /// - Parameter stores: whether photos are stored, as for everything but a dry run.
  mutating func add(_ row: ImportRow, _ plan: RowPlan, stores: Bool) async throws {
    problems += row.problems
    var row = row
    if let old = row.writtenID, let new = row.id, old != new {
      moved.append((row.number, old, new))
    }
    guard row.problems.isEmpty else { return }
    switch plan {
    case .unchanged: unchanged.append(row.number)
    case .gone: gone.append(row.number)
    case .skipped: skipped.append(row.number)
    case .change(let change, let more, let holder):
      warnings += more
      if let holder { again.append((row.number, holder)) }
      if row.hadHTML { plain.append(row.number) }
      if change.action == .added, row.cell(.stock).isBlank { unstocked.append(row.number) }
      try await add(change, line: row.number, stores: stores)
    }
  }

  mutating func add(_ change: PlannedChange, line: Int?, stores: Bool) async throws {
    count(change)
    if change.lessensDiscount { lessened.append(rows.count) }
    rows.append(line ?? .max)
    guard stores else {
      var shown = change
      shown.photos = []
      draft.skip(shown)
      return
    }
    let photos = try await draft.folder.storePhotos(of: [change])
    draft.append(change, photos: photos[0], line: line)
  }

  mutating func report(_ problem: ImportProblem) { problems.append(problem) }

  private mutating func count(_ change: PlannedChange) {
    if change.sellsOut { soldOutCount += 1 }
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
    if withUnchanged, !gone.isEmpty { parts.append("\(gone.count) already gone") }
    if withUnchanged, !skipped.isEmpty { parts.append("\(skipped.count) skipped") }
    return parts.isEmpty ? "no rows" : .list(parts)
  }

  /// What there is to say about rows of listings that are gone or came back, and about new ones.
  var rowNotes: [Message] { movedNotes + newNotes }

  private var movedNotes: [Message] {
    var notes: [Message] = []
    if let first = moved.first {
      notes.append(
        Message(
          count: moved.count,
          one: "row \(first.row): listing \(first.old) came back as listing \(first.new)",
          other: """
            \(moved.count) listings came back under another id, such as \(first.old) as \
            \(first.new) (row \(first.row))
            """))
    }
    if let first = gone.first {
      notes.append(
        Message(
          count: gone.count, one: "row \(first): the listing to remove is already gone",
          other: "\(gone.count) listings to remove are already gone, such as in row \(first)"))
    }
    return notes
  }

  private var newNotes: [Message] {
    var notes: [Message] = []
    if let first = again.first {
      notes.append(
        Message(
          count: again.count,
          one: """
            row \(first.row): listing \(first.old) had this code and was removed; a new listing is \
            added
            """,
          other: """
            \(again.count) codes are those of removed listings, such as of \(first.old) (row \
            \(first.row)); new listings are added
            """))
    }
    if let first = unstocked.first {
      notes.append(
        Message(
          count: unstocked.count,
          one: "row \(first): no stock is given, so the listing is sold out",
          other: """
            no stock is given for \(unstocked.count) new listings, such as in row \(first), so they are \
            sold out
            """))
    }
    if let first = plain.first {
      notes.append(
        Message(
          count: plain.count,
          one: "row \(first): HTML became plain text; \(command: "--keep-html") keeps it",
          other: """
            HTML became plain text in \(plain.count) rows, such as row \(first); \
            \(command: "--keep-html") keeps it
            """))
    }
    return notes
  }

  /// The index of the change of a row.
  func change(ofRow row: Int) -> Int? { Self.index(of: row, in: rows) }

  /// What became of a row that changes nothing; nil for any other row.
  func result(ofRow row: Int) -> RowResult? {
    if [unchanged, gone].contains(where: { Self.index(of: row, in: $0) != nil }) {
      return RowResult(status: "unchanged")
    }
    return Self.index(of: row, in: skipped) != nil ? RowResult(status: "skipped") : nil
  }

  private static func index(of row: Int, in sorted: [Int]) -> Int? {
    var (low, high) = (0, sorted.count)
    while low < high {
      let middle = (low + high) / 2
      if sorted[middle] < row { low = middle + 1 } else { high = middle }
    }
    return low < sorted.count && sorted[low] == row ? low : nil
  }

  /// The warning about listings that would be sold out together; nil for at most one.
  var soldOut: ChangeWarning? {
    soldOutCount > 1 ? .sellingOut(count: soldOutCount) : nil
  }

  var allWarnings: [ChangeWarning] {
    let discounts =
      lessened.count > 1 ? [ChangeWarning.lesseningDiscounts(count: lessened.count)] : []
    return CodeCheck.summed(warnings) + (soldOut.map { [$0] } ?? []) + discounts
  }
}
