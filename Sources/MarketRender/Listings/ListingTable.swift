/// Listings in rows, fitted to the window.
import MarketWire
import TerminalKit

/// The table of a `ListingPage`.
struct ListingTable {
  let listing: ListingPage
  let viewport: Viewport
  private var theme: Theme { viewport.theme }
  private var columns: ListingColumns {
    ListingColumns(
      viewport: viewport, own: listing.own, namesPictures: listing.presentation.namesPictures)
  }

  /// Heading, rows and footer; nothing for a listing without rows.
  func lines(fields: [ListingField]?) -> [StyledText] {
    guard !listing.rows.isEmpty else { return [] }
    let chosen = fields.map(columns.chosen)
    var body = table(chosen ?? columns.labels).labelLines
    var signs = ListingHeaderFooter.Signs(
      hasMarks: false, hasDays: Self.namesDays(fields, shown: nil))
    if !viewport.prefersLabels {
      let table = table(chosen ?? columns.standard)
      if let widths = table.widths(into: viewport.columns) {
        body = { _ in table.head(widths, theme: theme) + table.body(widths) }
        let titles = table.titles(of: widths)
        signs.hasDays = Self.namesDays(fields, shown: titles)
        signs.hasMarks = fields == nil
      }
    }
    let words = ListingHeaderFooter(listing: listing, viewport: viewport, signs: signs)
    let footer = words.footer
    return words.top + body(viewport) + (footer.isEmpty ? [] : [""] + footer)
  }

  /// Whether a date is to be seen, so that the footer says whose days these are.
  static func namesDays(_ fields: [ListingField]?, shown titles: [String]?) -> Bool {
    guard let titles else { return fields?.contains(where: \.isDate) ?? true }
    return titles.contains("date")
      || titles.contains { ListingField(rawValue: $0)?.isDate ?? false }
  }

  /// The same with a small picture beside each row.
  ///
  /// The rest of the table is laid out in what the pictures leave of the window.
  func screenWithThumbnails() -> RenderedBlock {
    guard let thumbnails = ThumbnailColumn(viewport), !listing.rows.isEmpty else {
      return RenderedBlock(lines: lines(fields: nil))
    }
    let rows = ListingTable(listing: listing, viewport: thumbnails.viewport)
    let table = rows.table(rows.columns.standard)
    guard let widths = table.widths(into: thumbnails.viewport.columns) else {
      return RenderedBlock(lines: lines(fields: nil))
    }
    let signs = ListingHeaderFooter.Signs(
      hasMarks: true, hasDays: Self.namesDays(nil, shown: table.titles(of: widths)))
    let words = ListingHeaderFooter(listing: listing, viewport: viewport, signs: signs)
    var screen = RenderedBlock(lines: words.top)
    screen.append(thumbnails.beside(table.head(widths, theme: theme)))
    screen.append(thumbnails.beside(listing.rows, table.body(widths)))
    screen.append(words.footer.isEmpty ? [] : [""] + words.footer)
    return screen
  }

  private func table(_ columns: [ListingColumn]) -> TextTable {
    var table = TextTable(rowCount: listing.rows.count)
    for column in columns {
      table.add(
        column.column, listing.rows.map(column.cell), unlessEmpty: !column.isAlwaysShown)
    }
    return table
  }

  /// The fields that were picked of one listing, one a line.
  func facts(of row: ListingRow, _ fields: [ListingField]) -> [StyledText] {
    let facts = columns.chosen(fields).map { (label: $0.column.title, value: $0.cell(row)) }
    return LabeledValues(facts: facts, viewport: viewport).lines
  }
}

extension ListingField {
  fileprivate var isDate: Bool { self == .createdAt || self == .editedAt }
}
