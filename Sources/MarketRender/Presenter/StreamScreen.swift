/// A table, cards or labels whose rows come in pieces.
import MarketWire
import TerminalKit

/// The state between two pieces of a long screen.
struct StreamScreen {
  private enum Body {
    case table([ListingColumn], widths: [Int?], ThumbnailColumn?)
    /// Cards, and the rows that do not fill a line of them yet.
    case grid(ListingGrid, waiting: [ListingRow])
    case labels([ListingColumn])
  }

  private let stream: ListingStream
  private let viewport: Viewport
  private var signs: ListingHeaderFooter.Signs
  private var tally = ListingStatistics()
  private var body: Body
  private var hasLines = false

  /// A screen laid out for `sample`, the first rows of many.
  init(
    stream: ListingStream, sample: [ListingRow], fields: [ListingField]?, viewport: Viewport,
    showsGrid: Bool
  ) {
    self.stream = stream
    self.viewport = viewport
    let thumbnails =
      stream.page.presentation.hasThumbnails && fields == nil ? ThumbnailColumn(viewport) : nil
    let tableViewport = thumbnails?.viewport ?? viewport
    let columns = ListingColumns(
      viewport: tableViewport, own: stream.page.own,
      namesPictures: stream.page.presentation.namesPictures)
    signs = .init(hasMarks: false, hasDays: ListingTable.namesDays(fields, shown: nil))
    body = .labels(fields.map(columns.chosen) ?? columns.labels)
    guard !viewport.prefersLabels else { return }
    if showsGrid {
      signs.hasDays = false
      let grid = ListingGrid(listing: stream.page.filled(with: sample), viewport: viewport)
      body = .grid(grid, waiting: [])
      return
    }
    let offered = fields.map(columns.chosen) ?? columns.standard
    let (table, kept) = Self.table(offered, sample: sample, hasOwn: stream.page.own != nil)
    guard let widths = table.widths(into: tableViewport.columns) else { return }
    signs = .init(
      hasMarks: fields == nil,
      hasDays: ListingTable.namesDays(fields, shown: table.titles(of: widths)))
    body = .table(kept, widths: widths, thumbnails)
  }

  /// The columns that the sample needs, and that of the marks where own rows may still come.
  private static func table(
    _ offered: [ListingColumn], sample: [ListingRow], hasOwn: Bool
  ) -> (TextTable, [ListingColumn]) {
    var table = TextTable(rowCount: sample.count)
    var kept: [ListingColumn] = []
    for column in offered {
      var column = column
      if column.column.title.isEmpty, hasOwn {
        column.isAlwaysShown = true
        column.column.least = 1
      }
      let before = table.columns.count
      table.add(column.column, sample.map(column.cell), unlessEmpty: !column.isAlwaysShown)
      if table.columns.count > before { kept.append(column) }
    }
    return (table, kept)
  }

  /// What stands above the rows.
  func open() -> RenderedBlock {
    var screen = RenderedBlock(lines: words.openHeading)
    guard case .table(let columns, let widths, let thumbnails) = body else { return screen }
    let head = TextTable(columns: columns.map(\.column), rows: [])
      .head(widths, theme: viewport.theme)
    screen.append(thumbnails?.beside(head) ?? RenderedBlock(lines: head))
    return screen
  }

  /// The lines that more rows bring.
  mutating func lines(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    for row in rows { tally.add(row, own: stream.page.own) }
    switch body {
    case .table(let columns, let widths, let thumbnails):
      let cells = rows.map { row in columns.map { $0.cell(row) } }
      let lines = TextTable(columns: columns.map(\.column), rows: cells).body(widths)
      return thumbnails?.beside(rows, lines) ?? RenderedBlock(lines: lines)
    case .grid(let grid, let waiting):
      let all = waiting + rows
      let ready = all.count - all.count % grid.perLine
      body = .grid(grid, waiting: Array(all[ready...]))
      return separated(grid.cards(all[..<ready]))
    case .labels(let columns):
      let cells = rows.map { row in columns.map { $0.cell(row) } }
      let table = TextTable(columns: columns.map(\.column), rows: cells)
      return separated(RenderedBlock(lines: table.labelLines(viewport: viewport)))
    }
  }

  /// The rows that still wait, and what stands below all of them.
  mutating func close() -> RenderedBlock {
    var rest = RenderedBlock()
    if case .grid(let grid, let waiting) = body { rest = separated(grid.cards(waiting[...])) }
    rest.append([""] + words.closingFooter)
    return rest
  }

  private var words: ListingHeaderFooter {
    ListingHeaderFooter(
      listing: stream.page, tally: tally, viewport: viewport,
      signs: signs)
  }

  /// Blocks of lines have an empty line between them, across pieces too.
  private mutating func separated(_ block: RenderedBlock) -> RenderedBlock {
    guard !block.lines.isEmpty else { return block }
    defer { hasLines = true }
    return hasLines
      ? RenderedBlock.joined([RenderedBlock(lines: [""]), block], separator: []) : block
  }
}
