/// Named facts and tables of other things than listings, on a screen.
import MarketWire
import TerminalKit

/// Screens of `Record` and `PlainTable`.
struct RecordScreen {
  let viewport: Viewport

  /// One fact a line.
  func lines(_ record: Record, fields: [String]?) throws(OutputFormatError) -> [StyledText] {
    let keys = try OutputData.check(fields, known: record.entries.map(\.key))
    let entries = keys.compactMap { key in record.entries.first { $0.key == key } }
    let facts = entries.map { (label: $0.label, value: $0.cell.shown) }
    return LabeledValues(facts: facts, viewport: viewport).lines
  }

  /// Heading, header, rule, rows and footer; nothing for a table without rows.
  func lines(_ table: PlainTable, fields: [String]?) throws(OutputFormatError) -> [StyledText] {
    let keys = try table.keys(fields, for: .people)
    guard !table.rows.isEmpty else { return [] }
    let chosen = keys.compactMap { key in table.columns.firstIndex { $0.key == key } }
    let text = TextTable(
      columns: chosen.map { Self.column(table.columns[$0]) },
      rows: table.rows.map { row in chosen.map { Self.oneLine(row[$0].shown) } })
    let heading: [StyledText] =
      table.heading.map { [StyledText($0, viewport.theme.title), ""] } ?? []
    let body =
      viewport.prefersLabels ? nil : text.lines(width: viewport.columns, theme: viewport.theme)
    let footer = table.footer.map { [""] + wrapped($0) } ?? []
    return heading + (body ?? text.labelLines(viewport: viewport)) + footer
  }

  private func wrapped(_ text: String) -> [StyledText] {
    Wrapping(width: viewport.columns ?? .max / 2).lines(StyledText(text, viewport.theme.quiet))
  }

  private static func column(_ column: PlainTable.Column) -> TextTable.Column {
    // Sentences in narrower columns are no pleasure to read, and of a path the end is enough.
    let least = column.wraps ? (20, 10) : column.shortening == .front ? (10, 6) : (12, 6)
    let isWhole = column.alignment == .trailing || column.shortening == .never
    return TextTable.Column(
      title: column.title, alignment: column.alignment, shrinksTo: isWhole ? nil : least,
      dropOrder: column.dropOrder, wraps: column.wraps, keepsEnd: column.shortening == .front)
  }

  /// A cell is one line: its line breaks become visible.
  private static func oneLine(_ text: StyledText) -> StyledText {
    text.lines.joined(separator: "\\n")
  }
}
