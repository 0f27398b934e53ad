import MarketWire
public import TerminalKit

/// The rows of a table that scrolls: columns only become wider, so that they do not jump.
public struct ListingLines {
  private let viewport: Viewport
  private let columns: [ListingColumn]
  /// The least width of each column, by its key.
  private var minimumWidths: [String: Int] = [:]

  /// - Parameter isOwnOnly: whether neither a mark nor the shop says whose a listing is.
  public init(viewport: Viewport, own: OwnShop?, isOwnOnly: Bool) {
    self.viewport = viewport
    columns = ListingColumns(viewport: viewport, own: own, isOwnOnly: isOwnOnly).standard
  }

  /// The titles, and a line for each row; nil if the window is too narrow for a table.
  ///
  /// A row that was not loaded yet is nil.
  public mutating func lines(
    _ rows: [ListingRow?], width: Int
  ) -> (head: StyledText, body: [StyledText])? {
    let known = rows.compactMap(\.self)
    var table = TextTable(rowCount: known.count)
    for column in columns {
      var shown = column.column
      let cells = known.map(column.cell)
      let isShown = column.isAlwaysShown || minimumWidths[shown.key] != nil
      guard isShown || cells.contains(where: { !$0.isEmpty }) else { continue }
      let widest = cells.reduce(0) { max($0, $1.width) }
      let minimum = max(minimumWidths[shown.key] ?? 0, widest)
      minimumWidths[shown.key] = minimum
      // A column that may be cut keeps its limits.
      shown.minimumWidth = shown.shrinksTo == nil ? minimum : 0
      table.add(shown, cells, unlessEmpty: false)
    }
    guard let widths = table.widths(into: width) else { return nil }
    var lines = table.body(widths)[...]
    let body = rows.map { $0 == nil ? StyledText("…", viewport.theme.quiet) : lines.removeFirst() }
    return (table.head(widths, theme: viewport.theme)[0], body)
  }
}

extension ListingDetail {
  /// The listing as text: name, facts and description, without its photos.
  ///
  /// - Parameter width: the number of columns.
  public func lines(viewport: Viewport, width: Int) -> [StyledText] {
    var viewport = viewport
    viewport.window = width + 1
    viewport.pictures = nil
    var detail = self
    detail.pictures = .never
    return DetailScreen(detail: detail, viewport: viewport).lines
  }

  /// The listing with its photos, where the terminal draws pictures.
  ///
  /// - Parameters:
  ///   - width: the number of columns.
  ///   - rows: the number of rows that the listing should fit into.
  public func illustrated(
    viewport: Viewport, width: Int, rows: Int
  ) -> (lines: [StyledText], slots: [PictureSlot]) {
    guard viewport.pictures != nil else { return (lines(viewport: viewport, width: width), []) }
    var viewport = viewport
    viewport.window = width + 1
    viewport.hyperlinks = false
    viewport.pictures?.windowRows = rows + 1
    let block = DetailScreen(detail: self, viewport: viewport).block
    return (block.lines, block.pictures)
  }
}
