import MarketWire
import TerminalKit

/// A table, cards or labels of listings, fitted to the window. A page has all of its rows at once;
/// those of a stream follow in pieces.
struct ListingScreen {
  private enum Layout {
    case table([ListingColumn], widths: [Int?], ThumbnailColumn?)
    /// Cards, and the rows that do not yet fill a line of cards.
    case grid(ListingGrid, waiting: [ListingRow])
    case labels([ListingColumn])
  }

  /// How listings are shown, apart from their presentation.
  struct Form {
    /// The selected fields; nil for the standard columns.
    var fields: [ListingField]?
    var showsGrid = false
    /// Whether more rows may follow.
    var isStream = false
  }

  /// The list without its rows.
  private var page: ListingPage
  private let form: Form
  private let viewport: Viewport
  private var legend: ListingHeaderFooter.Legend
  private var statistics = ListingStatistics()
  private var layout: Layout
  private var hasLines = false

  /// - Parameter page: the list with its first rows, which decide about columns and widths.
  init(_ page: ListingPage, _ form: Form = Form(), viewport: Viewport) {
    (self.page, self.form, self.viewport) = (page, form, viewport)
    legend = .init(hasMarks: false, hasDates: Self.showsDates(form.fields, columns: nil))
    let columns = Self.columns(page, viewport)
    layout = .labels(form.fields.map(columns.selected) ?? columns.labels)
    defer { self.page.rows = [] }
    guard !viewport.prefersLabels else { return }
    if form.showsGrid {
      legend.hasDates = false
      layout = .grid(ListingGrid(page: page, viewport: viewport), waiting: [])
      return
    }
    let hasThumbnails = page.presentation.hasThumbnails && form.fields == nil
    let thumbnails = hasThumbnails ? ThumbnailColumn(viewport) : nil
    if let thumbnails, fit(into: thumbnails.viewport, thumbnails) { return }
    _ = fit(into: viewport, nil)
  }

  /// Lays out a table; returns false if it does not fit.
  private mutating func fit(into viewport: Viewport, _ thumbnails: ThumbnailColumn?) -> Bool {
    let columns = Self.columns(page, viewport)
    let (table, used) = table(form.fields.map(columns.selected) ?? columns.standard)
    guard let widths = table.widths(into: viewport.columns) else { return false }
    legend = .init(
      hasMarks: form.fields == nil,
      hasDates: Self.showsDates(form.fields, columns: table.keys(of: widths)))
    layout = .table(used, widths: widths, thumbnails)
    return true
  }

  /// The columns that the first rows use, and the column of marks if own listings may follow.
  private func table(_ offered: [ListingColumn]) -> (TextTable, [ListingColumn]) {
    var table = TextTable(rowCount: page.rows.count)
    var used: [ListingColumn] = []
    for var column in offered {
      if form.isStream, column.column.key == ListingColumns.markKey, page.own != nil {
        column.isAlwaysShown = true
        column.column.minimumWidth = 1
      }
      let before = table.columns.count
      table.add(column.column, page.rows.map(column.cell), unlessEmpty: !column.isAlwaysShown)
      if table.columns.count > before { used.append(column) }
    }
    return (table, used)
  }

  private static func columns(_ page: ListingPage, _ viewport: Viewport) -> ListingColumns {
    ListingColumns(
      viewport: viewport, own: page.own, namesPictures: page.presentation.namesPictures,
      isOwnOnly: page.presentation.isOwnOnly)
  }

  /// Whether dates are shown, so that the footer names their time zone.
  ///
  /// - Parameter columns: the keys of the columns in the window; nil if labels are shown.
  private static func showsDates(_ fields: [ListingField]?, columns: [String]?) -> Bool {
    guard let columns else { return fields?.contains(where: \.isDate) ?? true }
    return columns.contains { ListingField(rawValue: $0)?.isDate ?? false }
  }
}

extension ListingScreen {
  /// Heading, rows and footer of a page; nothing if it has no rows.
  static func block(of page: ListingPage, _ form: Form, _ viewport: Viewport) -> RenderedBlock {
    guard !page.rows.isEmpty else { return RenderedBlock() }
    var screen = ListingScreen(page, form, viewport: viewport)
    let body = screen.body(page.rows[...])
    let footer = screen.footer()
    // The heading counts the rows.
    var whole = screen.header()
    whole.append(body)
    whole.append(footer)
    return whole
  }

  /// The heading and the titles of a table.
  func header() -> RenderedBlock {
    let captions = captions
    var block = RenderedBlock(lines: form.isStream ? captions.streamHeading : captions.header)
    guard case .table(let columns, let widths, let thumbnails) = layout else { return block }
    let head = TextTable(columns: columns.map(\.column), rows: [])
      .head(widths, theme: viewport.theme)
    block.append(thumbnails?.beside(head) ?? RenderedBlock(lines: head))
    return block
  }

  /// The next rows.
  mutating func body(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    for row in rows { statistics.add(row, own: page.own) }
    switch layout {
    case .table(let columns, let widths, let thumbnails):
      let table = Self.table(columns, rows)
      let lines = table.body(widths)
      if let thumbnails { return thumbnails.beside(rows, lines) }
      let below =
        form.fields == nil ? DescriptionLines(page.presentation, table, widths, viewport) : nil
      return RenderedBlock(lines: below?.below(lines, of: rows) ?? lines)
    case .grid(let grid, let waiting):
      let all = waiting + rows
      let ready = all.count - all.count % grid.perLine
      layout = .grid(grid, waiting: Array(all[ready...]))
      return separated(grid.cards(all[..<ready]))
    case .labels(let columns):
      let table = Self.table(columns, rows)
      return separated(RenderedBlock(lines: table.labelLines(viewport: viewport)))
    }
  }

  /// The last line of cards and the footer.
  mutating func footer() -> RenderedBlock {
    var rest = RenderedBlock()
    if case .grid(let grid, let waiting) = layout { rest = separated(grid.cards(waiting[...])) }
    rest.append(form.isStream ? [""] + captions.streamFooter : captions.separatedFooter)
    return rest
  }

  /// The selected fields of one listing, one per line.
  static func values(
    of row: ListingRow, _ fields: [ListingField], _ viewport: Viewport
  ) -> [StyledText] {
    let values = columns(ListingPage(), viewport).selected(fields)
      .map { (label: $0.column.title, value: $0.cell(row)) }
    return LabeledValues(values, viewport: viewport).lines
  }

  private static func table(
    _ columns: [ListingColumn], _ rows: ArraySlice<ListingRow>
  ) -> TextTable {
    TextTable(
      columns: columns.map(\.column), rows: rows.map { row in columns.map { $0.cell(row) } })
  }

  private var captions: ListingHeaderFooter {
    ListingHeaderFooter(page: page, statistics: statistics, viewport: viewport, legend: legend)
  }

  /// The block with an empty line before it, unless it is the first one.
  private mutating func separated(_ block: RenderedBlock) -> RenderedBlock {
    guard !block.lines.isEmpty else { return block }
    defer { hasLines = true }
    return hasLines
      ? RenderedBlock.joined([RenderedBlock(lines: [""]), block], separator: []) : block
  }
}
