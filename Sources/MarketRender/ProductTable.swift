/// Listings in rows, fitted to the window.
import MarketWire
import TerminalKit

/// The table of a `ProductListing`.
struct ProductTable {
  let listing: ProductListing
  let viewport: Viewport
  private var theme: Theme { viewport.theme }
  private var columns: ProductColumns {
    ProductColumns(viewport: viewport, own: listing.own, namesPictures: listing.namesPictures)
  }

  /// Heading, rows and footer; nothing for a listing without rows.
  func lines(fields: [ProductField]?) -> [StyledText] {
    guard !listing.rows.isEmpty else { return [] }
    let chosen = fields.map(columns.chosen)
    var body = table(chosen ?? columns.labels).labelLines
    var signs = ListingWords.Signs(hasMarks: false, hasDays: Self.namesDays(fields, shown: nil))
    if !viewport.prefersLabels {
      let table = table(chosen ?? columns.standard)
      if let widths = table.widths(into: viewport.columns) {
        body = { _ in table.head(widths, theme: theme) + table.body(widths) }
        let titles = table.titles(of: widths)
        signs.hasDays = Self.namesDays(fields, shown: titles)
        signs.hasMarks = fields == nil
      }
    }
    let words = ListingWords(listing: listing, viewport: viewport, signs: signs)
    let footer = words.footer
    return words.heading + [""] + body(viewport) + (footer.isEmpty ? [] : [""] + footer)
  }

  /// Whether a date is to be seen, so that the footer says whose days these are.
  static func namesDays(_ fields: [ProductField]?, shown titles: [String]?) -> Bool {
    guard let titles else { return fields?.contains(where: \.isDate) ?? true }
    return titles.contains("date")
      || titles.contains { ProductField(rawValue: $0)?.isDate ?? false }
  }

  /// The same with a small picture beside each row.
  ///
  /// The rest of the table is laid out in what the pictures leave of the window.
  func screenWithThumbnails() -> Screen {
    guard let room = viewport.pictures, !viewport.prefersLabels, !listing.rows.isEmpty else {
      return Screen(lines: lines(fields: nil))
    }
    let width = Self.thumbnailColumns
    let height = room.rows(forColumns: width)
    var narrow = viewport
    narrow.window = viewport.window.map { $0 - width - Self.thumbnailGap }
    let rows = ProductTable(listing: listing, viewport: narrow)
    let table = rows.table(rows.columns.standard)
    guard !narrow.prefersLabels, let widths = table.widths(into: narrow.columns) else {
      return Screen(lines: lines(fields: nil))
    }
    var body = Screen(lines: table.head(widths, theme: theme))
    for (row, line) in zip(listing.rows, table.body(widths)) {
      if let url = row.product.thumbnail {
        body.pictures.append(
          PictureSlot(
            listing: row.product.id, url: url, line: body.lines.count,
            column: -width - Self.thumbnailGap, columns: width, rows: height))
      }
      let above = (height - 1) / 2
      body.append(Array(repeating: "", count: above))
      body.append([line])
      body.append(Array(repeating: "", count: height - above - 1))
    }
    let signs = ListingWords.Signs(
      hasMarks: true, hasDays: Self.namesDays(nil, shown: table.titles(of: widths)))
    let words = ListingWords(listing: listing, viewport: viewport, signs: signs)
    var screen = Screen(lines: words.heading + [""])
    screen.append(body.indented(by: width + Self.thumbnailGap))
    screen.append(words.footer.isEmpty ? [] : [""] + words.footer)
    return screen
  }

  /// A picture beside a row: three to four where a cell is twice as high as wide.
  static let thumbnailColumns = 8
  private static let thumbnailGap = 2

  private func table(_ columns: [ProductColumn]) -> TextTable {
    var table = TextTable(rowCount: listing.rows.count)
    for column in columns {
      table.add(
        column.column, listing.rows.map(column.cell), unlessEmpty: !column.isAlwaysShown)
    }
    return table
  }

  /// The fields that were picked of one listing, one a line.
  func facts(of row: ProductRow, _ fields: [ProductField]) -> [StyledText] {
    let facts = columns.chosen(fields).map { (label: $0.column.title, value: $0.cell(row)) }
    return FactLines(facts: facts, viewport: viewport).lines
  }
}

extension ProductField {
  fileprivate var isDate: Bool { self == .createdAt || self == .editedAt }
}
