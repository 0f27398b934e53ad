import MarketWire
import TerminalKit

/// A table, cards or labels whose rows arrive in pieces.
struct StreamScreen {
  private enum Layout {
    case table([ListingColumn], widths: [Int?], ThumbnailColumn?)
    /// Cards, and the rows that do not yet fill a line of cards.
    case grid(ListingGrid, waiting: [ListingRow])
    case labels([ListingColumn])
  }

  private let stream: ListingStream
  private let viewport: Viewport
  private var legend: ListingHeaderFooter.Legend
  private var statistics = ListingStatistics()
  private var layout: Layout
  private var hasLines = false

  /// Lays out the screen for the first rows of the stream.
  init(
    stream: ListingStream, sample: [ListingRow], fields: [ListingField]?, viewport: Viewport,
    showsGrid: Bool
  ) {
    self.stream = stream
    self.viewport = viewport
    let page = stream.page
    let thumbnails =
      page.presentation.hasThumbnails && fields == nil ? ThumbnailColumn(viewport) : nil
    let tableViewport = thumbnails?.viewport ?? viewport
    let columns = ListingColumns(
      viewport: tableViewport, own: page.own, namesPictures: page.presentation.namesPictures,
      isOwnOnly: page.presentation.isOwnOnly)
    legend = .init(hasMarks: false, hasDates: ListingTable.showsDates(fields, columns: nil))
    layout = .labels(fields.map(columns.selected) ?? columns.labels)
    guard !viewport.prefersLabels else { return }
    if showsGrid {
      legend.hasDates = false
      let grid = ListingGrid(page: page.filled(with: sample), viewport: viewport)
      layout = .grid(grid, waiting: [])
      return
    }
    let offered = fields.map(columns.selected) ?? columns.standard
    let (table, used) = Self.table(offered, sample: sample, hasOwn: page.own != nil)
    guard let widths = table.widths(into: tableViewport.columns) else { return }
    legend = .init(
      hasMarks: fields == nil,
      hasDates: ListingTable.showsDates(fields, columns: table.keys(of: widths)))
    layout = .table(used, widths: widths, thumbnails)
  }

  /// The columns that the sample uses, and the column of marks if own listings may follow.
  private static func table(
    _ offered: [ListingColumn], sample: [ListingRow], hasOwn: Bool
  ) -> (TextTable, [ListingColumn]) {
    var table = TextTable(rowCount: sample.count)
    var used: [ListingColumn] = []
    for column in offered {
      var column = column
      if column.column.key == ListingColumns.markKey, hasOwn {
        column.isAlwaysShown = true
        column.column.minimumWidth = 1
      }
      let before = table.columns.count
      table.add(column.column, sample.map(column.cell), unlessEmpty: !column.isAlwaysShown)
      if table.columns.count > before { used.append(column) }
    }
    return (table, used)
  }

  /// The heading and the titles of a table.
  func header() -> RenderedBlock {
    var block = RenderedBlock(lines: captions.streamHeading)
    guard case .table(let columns, let widths, let thumbnails) = layout else { return block }
    let head = TextTable(columns: columns.map(\.column), rows: [])
      .head(widths, theme: viewport.theme)
    block.append(thumbnails?.beside(head) ?? RenderedBlock(lines: head))
    return block
  }

  /// The next rows.
  mutating func body(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    for row in rows { statistics.add(row, own: stream.page.own) }
    switch layout {
    case .table(let columns, let widths, let thumbnails):
      let cells = rows.map { row in columns.map { $0.cell(row) } }
      let table = TextTable(columns: columns.map(\.column), rows: cells)
      let lines = table.body(widths)
      if let thumbnails { return thumbnails.beside(rows, lines) }
      let below = DescriptionLines(stream.page.presentation, table, widths, viewport)
      return RenderedBlock(lines: below?.below(lines, of: rows) ?? lines)
    case .grid(let grid, let waiting):
      let all = waiting + rows
      let ready = all.count - all.count % grid.perLine
      layout = .grid(grid, waiting: Array(all[ready...]))
      return separated(grid.cards(all[..<ready]))
    case .labels(let columns):
      let cells = rows.map { row in columns.map { $0.cell(row) } }
      let table = TextTable(columns: columns.map(\.column), rows: cells)
      return separated(RenderedBlock(lines: table.labelLines(viewport: viewport)))
    }
  }

  /// The last line of cards and the footer.
  mutating func footer() -> RenderedBlock {
    var rest = RenderedBlock()
    if case .grid(let grid, let waiting) = layout { rest = separated(grid.cards(waiting[...])) }
    rest.append([""] + captions.streamFooter)
    return rest
  }

  private var captions: ListingHeaderFooter {
    ListingHeaderFooter(
      page: stream.page, statistics: statistics, viewport: viewport, legend: legend)
  }

  /// The block with an empty line before it, unless it is the first one.
  private mutating func separated(_ block: RenderedBlock) -> RenderedBlock {
    guard !block.lines.isEmpty else { return block }
    defer { hasLines = true }
    return hasLines
      ? RenderedBlock.joined([RenderedBlock(lines: [""]), block], separator: []) : block
  }
}
