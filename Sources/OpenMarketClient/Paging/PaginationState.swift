/// In which order the pages of a list are read so that no listing is missed while others write.
import MarketWire

/// What to do after a page.
enum PaginationStep: Hashable {
  /// Read this page next.
  case read(Int)
  case end
  /// The list does not come to an end: page after page brings nothing new.
  case endless
}

/// The walk through a list.
///
/// 1. A listing is handed out once: rows are told apart by id. A listing that is added while the
///    walk goes on pushes rows to the next page, where they are met again and passed over.
/// 2. When `totalCount` fell between two pages, as many rows moved to pages already read; these
///    pages are read again, and their rows come later than their place in the list. When it rises
///    meanwhile, later pages are read again as well.
/// 3. The walk ends when the last page says so, or is empty, and no page is left to read again.
struct PaginationState {
  /// Pages in a row without a new listing after which a list counts as endless; each such page is
  /// explained only by as many listings added meanwhile. Pages are read again without news no more
  /// often than that and twice the pages there are.
  static let emptyPageLimit = 50

  /// No page before it belongs to the walk.
  private let start: Int
  private var seen: Set<Int> = []
  private var lastTotal: Int?
  /// The highest page read so far.
  private var front: Int
  private var again: [Int] = []
  private var isFrontLast = false
  private var frontWithoutNews = 0
  private var againWithoutNews = 0

  init(firstPage: Int) {
    start = firstPage
    front = firstPage
  }

  /// Takes a page that was read as number `number`: the rows not met before, and the next step.
  mutating func take(_ page: ProductPage, number: Int) -> (rows: [Product], next: PaginationStep) {
    let rows = page.products.filter { seen.insert($0.id).inserted }
    let isNew = number > front
    if isNew || !rows.isEmpty { againWithoutNews = 0 } else { againWithoutNews += 1 }
    if !rows.isEmpty { frontWithoutNews = 0 } else if isNew { frontWithoutNews += 1 }
    if number >= front {
      front = number
      isFrontLast = !page.hasNext || page.products.isEmpty
    }
    noteChange(on: page, at: number)
    return (rows, nextStep())
  }

  /// Plans what a change of the total since the page before this one makes necessary.
  private mutating func noteChange(on page: ProductPage, at number: Int) {
    defer { lastTotal = page.totalCount ?? lastTotal }
    guard let total = page.totalCount, let lastTotal, total != lastTotal else { return }
    let rows = max(total, lastTotal) - min(total, lastTotal)
    let pages = (rows - 1) / max(page.itemsPerPage, 1) + 1
    if total < lastTotal {
      let first = max(number - min(pages, number), start)
      // This page was read after the fall; the front one was too, if it is this one.
      let last = number < front ? front : front - 1
      if first <= last { again = (first...last).filter { $0 != number } }
    } else if number < front || !again.isEmpty {
      // What was to be found on a page read again may have been pushed to a later one.
      let last = again.last ?? number
      let pushed = last + min(pages, front - last)
      again = number < pushed ? Array((number + 1)...pushed) : []
    }
  }

  private mutating func nextStep() -> PaginationStep {
    guard frontWithoutNews <= Self.emptyPageLimit,
      againWithoutNews <= Self.emptyPageLimit + 2 * min(front - start, 1_000_000)
    else { return .endless }
    if !again.isEmpty { return .read(again.removeFirst()) }
    return isFrontLast || front == .max ? .end : .read(front + 1)
  }
}
