import MarketWire
import Messages
import TerminalKit

/// A `Record` or a `PlainTable` on a screen.
struct RecordScreen {
  let viewport: Viewport

  /// One value per line.
  func lines(_ record: Record, fields: [String]?) throws(OutputFormatError) -> [StyledText] {
    let keys = try OutputData.check(fields, known: record.entries.map(\.key))
    let entries = keys.compactMap { key in record.entries.first { $0.key == key } }
    let values = entries.map { (label: string($0.label), value: $0.cell.shown(viewport)) }
    return LabeledValues(values, viewport: viewport).lines
  }

  /// Heading, titles, rule, rows and footer; nothing if the table has no rows.
  func lines(_ table: PlainTable, fields: [String]?) throws(OutputFormatError) -> [StyledText] {
    let keys = try table.keys(fields, for: .people)
    guard !table.rows.isEmpty else { return [] }
    let chosen = keys.compactMap { key in table.columns.firstIndex { $0.key == key } }
    let text = TextTable(
      columns: chosen.map { column(table.columns[$0]) },
      rows: table.rows.map { row in chosen.map { Self.oneLine(row[$0].shown(viewport)) } })
    let heading: [StyledText] =
      table.heading.map { [viewport.text($0, viewport.theme.title), ""] } ?? []
    let body =
      viewport.prefersLabels ? nil : text.lines(width: viewport.columns, theme: viewport.theme)
    let footer = table.footer.map { [""] + wrapped($0) } ?? []
    return heading + (body ?? text.labelLines(viewport: viewport)) + footer
  }

  private func string(_ message: Message) -> String { message.text(in: viewport.catalog) }

  private func wrapped(_ text: Message) -> [StyledText] {
    Wrapping(width: viewport.columns ?? .max / 2).lines(viewport.text(text, viewport.theme.quiet))
  }

  private func column(_ column: PlainTable.Column) -> TextTable.Column {
    // Sentences in a narrow column are hard to read; the last part of a path is often enough.
    let least = column.wraps ? (20, 10) : column.shortening == .front ? (10, 6) : (12, 6)
    let isWhole = column.alignment == .trailing || column.shortening == .never
    return TextTable.Column(
      key: column.key, title: string(column.title), alignment: column.alignment,
      shrinksTo: isWhole ? nil : least, dropOrder: column.dropOrder, wraps: column.wraps,
      keepsEnd: column.shortening == .front)
  }

  /// The text on one line, with `\n` for its line breaks.
  private static func oneLine(_ text: StyledText) -> StyledText {
    text.lines.joined(separator: "\\n")
  }
}
