import TerminalKit

/// The beginnings of descriptions below the rows of a table, under the names.
struct DescriptionLines {
  private let indent: Int
  private let viewport: Viewport

  /// Returns nil if the list is not shown with descriptions.
  init?(
    _ presentation: ListingPresentation, _ table: TextTable, _ widths: [Int?], _ viewport: Viewport
  ) {
    guard presentation.hasDescriptions else { return nil }
    let name = table.columns.firstIndex { $0.key == ListingField.name.rawValue } ?? 0
    indent = widths[..<name].compactMap { $0 }.reduce(0) { $0 + $1 + TextTable.gap }
    self.viewport = viewport
  }

  /// The lines of the rows, each with its description below; none for an empty description.
  func below(_ lines: [StyledText], of rows: some Sequence<ListingRow>) -> [StyledText] {
    let cells = ListingCells(viewport: viewport)
    let space = viewport.columns.map { max($0 - indent, 8) } ?? .max
    return zip(lines, rows).flatMap { line, row in
      let text = cells.excerpt(row.product)
      guard !text.isEmpty else { return [line] }
      return [line, StyledText(String(repeating: " ", count: indent)) + text.truncated(to: space)]
    }
  }
}
