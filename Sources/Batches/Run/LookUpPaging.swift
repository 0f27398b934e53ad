import MarketWire

/// Decides which page to read next in a list sorted newest first, down to a known id.
///
/// A listing that others add pushes rows to the next page, where they are skipped. One that they
/// remove pulls rows to a page that was read already, which is read again.
struct LookUpPaging {
  static let pageSize = 100
  /// The maximum number of pages to read, for a market whose list does not end.
  private static let limit = 300

  private let lowest: Int
  private var seen: Set<Int> = []
  private var total: Int?
  private var count = 0
  /// The page to read next; nil after the last one.
  private(set) var next: Int? = 1
  /// Whether the list was read as far as the known id.
  private(set) var isComplete = false

  init(above id: Int) {
    lowest = id
  }

  /// Takes a page and returns its rows above the known id that are new.
  mutating func take(_ page: ProductPage) -> [Product] {
    guard let number = next else { return [] }
    count += 1
    let fallen = max((total ?? 0) - (page.totalCount ?? total ?? 0), 0)
    total = page.totalCount ?? total
    if fallen > 0, number > 1 {
      next = max(number - 1 - (fallen - 1) / Self.pageSize, 1)
    } else {
      let isLast = !page.hasNext || page.products.contains { $0.id <= lowest }
      isComplete = isLast
      next = isLast ? nil : number + 1
    }
    if count == Self.limit { next = nil }
    return page.products.filter { $0.id > lowest && seen.insert($0.id).inserted }
  }
}
