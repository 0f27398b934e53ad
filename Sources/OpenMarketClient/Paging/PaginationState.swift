package import MarketWire

/// The next step of reading a list.
package enum PaginationStep: Hashable {
  /// Read the page with this number.
  case read(Int)
  /// The list is complete.
  case end
  /// The list does not end: many pages in a row have no new listing.
  case endless
}

/// The decisions about which page of a list, newest first, to read next while other clients change it.
///
/// 1. Each listing is returned once, identified by its id. A listing added during reading pushes rows
///    to the next page, where they are skipped as duplicates.
/// 2. Reading goes forward. No listing is missed as long as `totalCount` does not fall from page to
///    page: where removals pull rows to pages already read, at least as many additions push them back.
/// 3. If it falls, as many rows may have moved to pages already read. Reading continues where they are
///    now, and goes forward from there through all pages, because additions push rows on meanwhile.
/// 4. Reading ends after the last or an empty page.
package struct PaginationState {
  /// The number of pages in a row without a new listing after which a list counts as endless.
  ///
  /// Pages read again may lack new listings this often, plus twice for each page of the list.
  static let emptyPageLimit = 50

  /// The first page of the request; earlier pages are never read.
  private let start: Int
  /// The id at which reading ends; nil to read the whole list.
  private let known: Int?
  private var seen: Set<Int> = []
  private var lastTotal: Int?
  /// The highest page number read so far.
  private var front: Int
  private var newPagesWithoutRows = 0
  private var repeatedPagesWithoutRows = 0

  /// - Parameter known: the id at which reading ends, for the listings added after it; nil to read the
  ///   whole list.
  package init(firstPage: Int = 1, above known: Int? = nil) {
    start = firstPage
    front = firstPage
    self.known = known
  }

  /// Records a page and returns its new rows and the next step.
  package mutating func take(
    _ page: ProductPage, number: Int
  ) -> (rows: [Product], next: PaginationStep) {
    let rows = page.products.filter { $0.id > known ?? .min && seen.insert($0.id).inserted }
    let isNew = number > front
    if isNew || !rows.isEmpty {
      repeatedPagesWithoutRows = 0
    } else {
      repeatedPagesWithoutRows += 1
    }
    if !rows.isEmpty { newPagesWithoutRows = 0 } else if isNew { newPagesWithoutRows += 1 }
    front = max(front, number)
    return (rows, nextStep(after: page, number))
  }

  private mutating func nextStep(after page: ProductPage, _ number: Int) -> PaginationStep {
    guard newPagesWithoutRows <= Self.emptyPageLimit,
      repeatedPagesWithoutRows <= Self.emptyPageLimit + 2 * min(front - start, 1_000_000)
    else { return .endless }
    let total = page.totalCount ?? lastTotal
    defer { lastTotal = total }
    if let total, let lastTotal, total < lastTotal, number > start {
      let pages = (lastTotal - total - 1) / max(page.itemsPerPage, 1) + 1
      return .read(max(number - min(pages, number), start))
    }
    return isLast(page) || number == .max ? .end : .read(number + 1)
  }

  private func isLast(_ page: ProductPage) -> Bool {
    guard let known else { return !page.hasNext || page.products.isEmpty }
    return !page.hasNext || page.products.contains { $0.id <= known }
  }
}
