/// The drafts of the account as far as they were loaded, and the cursor.
struct BrowseDrafts: Sendable {
  /// nil until they have come.
  private(set) var rows: [BrowseDraft]?
  private(set) var cursor = 0
  /// The first row on the screen.
  private(set) var top = 0
  private var isLoading = false
  private var isCurrent = false

  var row: BrowseDraft? {
    rows.flatMap { $0.indices.contains(cursor) ? $0[cursor] : nil }
  }

  var count: Int { rows?.count ?? 0 }

  /// Whether they must be loaded, which is said once.
  mutating func mustLoad() -> Bool {
    guard !isCurrent, !isLoading else { return false }
    isLoading = true
    return true
  }

  mutating func forget() { isCurrent = false }

  /// Takes the drafts; an error is returned, and they stay as they were.
  mutating func take(_ result: Result<[BrowseDraft], WindowFailure>) -> WindowFailure? {
    (isLoading, isCurrent) = (false, true)
    switch result {
    case .success(let drafts): rows = drafts
    case .failure(let failure):
      rows = rows ?? []
      return failure
    }
    move(to: cursor)
    return nil
  }

  mutating func move(to place: Int) { cursor = min(max(place, 0), max(count - 1, 0)) }

  mutating func scroll(visible: Int) {
    top = min(max(top, cursor - visible + 1), cursor)
    top = max(min(top, count - visible), 0)
  }
}
