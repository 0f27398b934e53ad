import MarketRender
import MarketWire
import SellerSession

/// The list of one tab: its query, the rows that are loaded, and the cursor.
///
/// 1. All `rows` belong to one query: the current one or, while `isStale`, an earlier one.
/// 2. The cursor is the position of a row, or 0 if the list is empty.
struct BrowseList: Sendable {
  /// The number of rows in a request.
  static let pageSize = 100
  /// The number of pages to keep in memory on each side of the cursor.
  private static let retainedPages = 10

  private(set) var query: ListQuery
  private(set) var rows: [Int: ListingRow] = [:]
  /// The number of rows in the whole list; nil until the first page is loaded.
  private(set) var total: Int?
  private(set) var own: OwnShop?
  private(set) var cursor = 0
  /// The position of the first row on the screen.
  var top = 0
  /// The version of the query; it increases with each change and reload.
  private(set) var queryVersion = 0
  private var loading: Set<Int> = []
  private(set) var failure: WindowFailure?
  /// Whether `rows` belong to an earlier query. They stay on the screen until new rows are loaded.
  private var isStale = true
  /// Whether `rows` are those of another filter or order.
  private(set) var isOfEarlierQuery = false
  /// The id of the listing to which the cursor returns when new rows are loaded.
  private var wanted: Int?

  init(_ filter: ListQuery.Filter, sort: ListingSort) {
    query = ListQuery(filter: filter, perPage: Self.pageSize)
    query.sort = sort
  }

  /// Restores a list as it was when the window was left. Its rows are loaded again.
  init(_ place: BrowsePlace.List) {
    query = place.query
    (rows, total, own) = (place.rows, place.total, place.own)
    (cursor, top) = (place.cursor, place.top)
    wanted = row?.product.id
  }

  var place: BrowsePlace.List {
    BrowsePlace.List(query: query, rows: rows, total: total, own: own, cursor: cursor, top: top)
  }

  var row: ListingRow? { rows[cursor] }
  var count: Int { total ?? 0 }
  var isLoading: Bool { !loading.isEmpty }
  var isEmpty: Bool { total == 0 }
  /// Whether the rows belong to the current query, or stay because loading failed.
  var isCurrent: Bool { !isStale || failure != nil }

  /// Starts another query, or reloads the list if `change` is empty.
  ///
  /// - Parameter keepsPlace: whether the cursor stays on its listing, if the next pages contain it.
  ///   Otherwise it moves to the first row.
  mutating func ask(keepsPlace: Bool, _ change: (inout ListQuery) -> Void = { _ in }) {
    let earlier = query
    change(&query)
    isOfEarlierQuery = isOfEarlierQuery || query != earlier
    queryVersion += 1
    loading = []
    failure = nil
    wanted = keepsPlace ? row?.product.id : nil
    if !keepsPlace { (cursor, top) = (0, 0) }
    isStale = true
  }

  /// Returns the requests for the pages with the rows of a range and half a page after it, except
  /// pages that are loaded or loading.
  mutating func requests(for range: Range<Int>, _ tab: BrowseTab) -> [BrowseRequest] {
    guard failure == nil else { return [] }
    let end = total.map { min(range.upperBound + Self.pageSize / 2, $0) } ?? range.upperBound
    let first = max(range.lowerBound, 0) / Self.pageSize
    let last = max(end - 1, 0) / Self.pageSize
    guard first <= last else { return [] }
    return (first...last).compactMap { page in
      let isKnown = !isStale && (rows[page * Self.pageSize] != nil || page * Self.pageSize >= count)
      guard !isKnown, loading.insert(page).inserted else { return nil }
      var query = query
      query.page = page + 1
      return BrowseRequest(tab: tab, queryVersion: queryVersion, query: query)
    }
  }

  /// Stores a page, unless it belongs to an earlier query.
  mutating func take(_ request: BrowseRequest, _ result: Result<BrowsePage, WindowFailure>) {
    guard request.queryVersion == queryVersion else { return }
    let page = request.query.page - 1
    loading.remove(page)
    switch result {
    case .failure(let error): failure = error
    case .success(let answer):
      if isStale { rows = [:] }
      (isStale, isOfEarlierQuery) = (false, false)
      own = answer.own
      let start = page * Self.pageSize
      for (index, row) in answer.rows.enumerated() { rows[start + index] = row }
      total = answer.total ?? max(total ?? 0, start + answer.rows.count)
      if let wanted, let place = answer.rows.firstIndex(where: { $0.product.id == wanted }) {
        let moved = start + place - cursor
        cursor += moved
        top = max(top + moved, 0)
        self.wanted = nil
      }
      // The wanted listing may be on a page that is still loading.
      if loading.isEmpty { wanted = nil }
      cursor = bounded(cursor)
      forgetFarRows()
    }
  }

  /// Moves the cursor. New rows that are still loading leave it on the listing that it is on now.
  mutating func move(to place: Int) {
    cursor = bounded(place)
    if wanted != nil { wanted = row?.product.id }
  }

  private func bounded(_ place: Int) -> Int { min(max(place, 0), max(count - 1, 0)) }

  /// Scrolls so that the cursor is on the screen.
  ///
  /// - Parameters:
  ///   - visible: the number of rows on the screen.
  ///   - perLine: the number of rows side by side.
  mutating func scroll(visible: Int, perLine: Int) {
    let line = cursor / perLine
    let lines = max(visible / perLine, 1)
    let lineCount = (count + perLine - 1) / perLine
    var first = top / perLine
    first = min(max(first, line - lines + 1), line)
    first = max(min(first, lineCount - lines), 0)
    top = first * perLine
  }

  /// Restores the rows and the place of an earlier list with the same query.
  mutating func returnTo(_ earlier: BrowseList) {
    (rows, total, cursor, top) = (earlier.rows, earlier.total, earlier.cursor, earlier.top)
    wanted = earlier.row?.product.id
  }

  mutating func update(_ product: Product) {
    for (index, row) in rows where row.product.id == product.id {
      rows[index]?.product = product
    }
  }

  private mutating func forgetFarRows() {
    let distance = Self.pageSize * Self.retainedPages
    guard rows.count > 2 * distance + Self.pageSize else { return }
    rows = rows.filter { abs($0.key - cursor) <= distance }
  }
}
