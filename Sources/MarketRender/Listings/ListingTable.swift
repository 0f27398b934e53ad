import MarketWire
import TerminalKit

/// The table of a `ListingPage`, fitted to the window.
struct ListingTable {
  let page: ListingPage
  let viewport: Viewport
  private var theme: Theme { viewport.theme }
  private var columns: ListingColumns {
    ListingColumns(
      viewport: viewport, own: page.own, namesPictures: page.presentation.namesPictures,
      isOwnOnly: page.presentation.isOwnOnly)
  }

  /// Heading, rows and footer; nothing if the page has no rows.
  func lines(fields: [ListingField]?) -> [StyledText] {
    guard !page.rows.isEmpty else { return [] }
    let selected = fields.map(columns.selected)
    var body = table(selected ?? columns.labels).labelLines
    var legend = ListingHeaderFooter.Legend(
      hasMarks: false, hasDates: Self.showsDates(fields, columns: nil))
    if !viewport.prefersLabels {
      let table = table(selected ?? columns.standard)
      if let widths = table.widths(into: viewport.columns) {
        let below =
          fields == nil ? DescriptionLines(page.presentation, table, widths, viewport) : nil
        let rows = table.body(widths)
        body = { _ in
          table.head(widths, theme: theme) + (below?.below(rows, of: page.rows) ?? rows)
        }
        legend.hasDates = Self.showsDates(fields, columns: table.keys(of: widths))
        legend.hasMarks = fields == nil
      }
    }
    let captions = ListingHeaderFooter(page: page, viewport: viewport, legend: legend)
    return captions.header + body(viewport) + captions.separatedFooter
  }

  /// Whether dates are shown, so that the footer names their time zone.
  ///
  /// - Parameter columns: the keys of the columns in the window; nil if labels are shown.
  static func showsDates(_ fields: [ListingField]?, columns: [String]?) -> Bool {
    guard let columns else { return fields?.contains(where: \.isDate) ?? true }
    return columns.contains { ListingField(rawValue: $0)?.isDate ?? false }
  }

  /// Heading, rows with a small picture beside each, and footer.
  ///
  /// The table is fitted to the window without the pictures.
  func blockWithThumbnails() -> RenderedBlock {
    guard let thumbnails = ThumbnailColumn(viewport), !page.rows.isEmpty else {
      return RenderedBlock(lines: lines(fields: nil))
    }
    let inner = ListingTable(page: page, viewport: thumbnails.viewport)
    let table = inner.table(inner.columns.standard)
    guard let widths = table.widths(into: thumbnails.viewport.columns) else {
      return RenderedBlock(lines: lines(fields: nil))
    }
    let legend = ListingHeaderFooter.Legend(
      hasMarks: true, hasDates: Self.showsDates(nil, columns: table.keys(of: widths)))
    let captions = ListingHeaderFooter(page: page, viewport: viewport, legend: legend)
    var block = RenderedBlock(lines: captions.header)
    block.append(thumbnails.beside(table.head(widths, theme: theme)))
    block.append(thumbnails.beside(page.rows, table.body(widths)))
    block.append(captions.separatedFooter)
    return block
  }

  private func table(_ columns: [ListingColumn]) -> TextTable {
    var table = TextTable(rowCount: page.rows.count)
    for column in columns {
      table.add(column.column, page.rows.map(column.cell), unlessEmpty: !column.isAlwaysShown)
    }
    return table
  }

  /// The selected fields of one listing, one per line.
  func values(of row: ListingRow, _ fields: [ListingField]) -> [StyledText] {
    let values = columns.selected(fields).map { (label: $0.column.title, value: $0.cell(row)) }
    return LabeledValues(values, viewport: viewport).lines
  }
}
