package import MarketRender

/// Where `browse` was left, so that it comes back to the same row.
package struct BrowsePlace: Sendable {
  /// The rows of a tab as far as they were loaded, and the cursor.
  package struct List: Sendable {
    package var query: ListQuery
    package var rows: [Int: ListingRow]
    package var total: Int?
    package var own: OwnShop?
    package var cursor: Int
    package var top: Int

    package init(
      query: ListQuery, rows: [Int: ListingRow], total: Int?, own: OwnShop?, cursor: Int, top: Int
    ) {
      self.query = query
      self.rows = rows
      self.total = total
      self.own = own
      self.cursor = cursor
      self.top = top
    }
  }

  /// The number of the tab, and the lists by the numbers of theirs.
  package var tab: Int
  package var lists: [Int: List]
  package var layout: ListLayout
  package var marked: Set<Int>
  package var showsDescriptions: Bool
  /// Whether a listing was open.
  package var isOpen: Bool

  package init(
    tab: Int, lists: [Int: List], layout: ListLayout, marked: Set<Int>, showsDescriptions: Bool,
    isOpen: Bool
  ) {
    self.tab = tab
    self.lists = lists
    self.layout = layout
    self.marked = marked
    self.showsDescriptions = showsDescriptions
    self.isOpen = isOpen
  }
}
