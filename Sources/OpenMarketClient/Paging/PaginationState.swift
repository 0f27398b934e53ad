import MarketWire

/// The next step of reading a list.
enum PaginationStep: Hashable {
  /// Read the page with this number.
  case read(Int)
  /// The list is complete.
  case end
  /// The list does not end: many pages in a row have no new listing.
  case endless
}

/// The decisions about which page of a list to read next, while other clients change the list.
///
/// 1. Each listing is returned once, identified by its id. A listing added during reading pushes rows
///    to the next page, where they are skipped as duplicates.
/// 2. If `totalCount` falls between two pages, as many rows have moved to pages already read. Those
///    pages are read again, and their new rows are returned later than their place in the list. If it
///    rises during that, later pages are read again too.
/// 3. Reading ends after the last or an empty page, as soon as no page must be read again.
struct PaginationState {
  /// The number of pages in a row without a new listing after which a list counts as endless.
  ///
  /// Pages read again may lack new listings this often, plus twice for each page of the list.
  static let emptyPageLimit = 50

  /// The first page of the request; earlier pages are never read.
  private let start: Int
  private var seen: Set<Int> = []
  private var lastTotal: Int?
  /// The highest page number read so far.
  private var front: Int
  /// The numbers of the pages to read again.
  private var again: [Int] = []
  private var isFrontLast = false
  private var newPagesWithoutRows = 0
  private var repeatedPagesWithoutRows = 0

  init(firstPage: Int) {
    start = firstPage
    front = firstPage
  }

  /// Records a page and returns its new rows and the next step.
  mutating func take(
    _ page: ProductPage, number: Int
  ) -> (rows: [Product], next: PaginationStep) {
    let rows = page.products.filter { seen.insert($0.id).inserted }
    let isNew = number > front
    if isNew || !rows.isEmpty {
      repeatedPagesWithoutRows = 0
    } else {
      repeatedPagesWithoutRows += 1
    }
    if !rows.isEmpty { newPagesWithoutRows = 0 } else if isNew { newPagesWithoutRows += 1 }
    if number >= front {
      front = number
      isFrontLast = !page.hasNext || page.products.isEmpty
    }
    updateRepeats(after: page, number: number)
    return (rows, nextStep())
  }

  /// Plans which pages to read again if the total has changed since the previous page.
  private mutating func updateRepeats(after page: ProductPage, number: Int) {
    defer { lastTotal = page.totalCount ?? lastTotal }
    guard let total = page.totalCount, let lastTotal, total != lastTotal else { return }
    let rows = max(total, lastTotal) - min(total, lastTotal)
    let pages = (rows - 1) / max(page.itemsPerPage, 1) + 1
    if total < lastTotal {
      let first = max(number - min(pages, number), start)
      // This page was read after the total fell, and so was the front page if this is it.
      let last = number < front ? front : front - 1
      if first <= last { again = (first...last).filter { $0 != number } }
    } else if number < front || !again.isEmpty {
      // New listings may have pushed the missing rows to later pages.
      let last = again.last ?? number
      let pushed = last + min(pages, front - last)
      again = number < pushed ? Array((number + 1)...pushed) : []
    }
  }

  private mutating func nextStep() -> PaginationStep {
    guard newPagesWithoutRows <= Self.emptyPageLimit,
      repeatedPagesWithoutRows <= Self.emptyPageLimit + 2 * min(front - start, 1_000_000)
    else { return .endless }
    if !again.isEmpty { return .read(again.removeFirst()) }
    return isFrontLast || front == .max ? .end : .read(front + 1)
  }
}
