import TerminalKit

/// Rows of styled cells as aligned lines below titles and a rule.
struct TextTable {
  struct Column {
    /// The key of the column's data.
    var key: String
    var title: String
    var alignment: Alignment = .leading
    /// The width down to which the column shrinks before another one is dropped, and its least
    /// width; nil if it is never cut.
    var shrinksTo: (comfortable: Int, minimum: Int)?
    /// The order in which columns are dropped, lowest first; nil if never.
    var dropOrder: Int?
    /// The least width for the cells of later rows.
    var minimumWidth = 0
    /// Whether long cells are wrapped instead of cut.
    var wraps = false
    /// Whether a long cell is cut at its front.
    var keepsEnd = false
  }

  static let gap = 2

  var columns: [Column]
  /// Each row has as many cells as there are columns; a cell is one line.
  var rows: [[StyledText]]

  init(columns: [Column], rows: [[StyledText]]) {
    self.columns = columns
    self.rows = rows
  }

  /// A table to which columns are added.
  init(rowCount: Int) {
    self.init(columns: [], rows: Array(repeating: [], count: rowCount))
  }

  /// Adds a column with its cells from top to bottom.
  ///
  /// - Parameter unlessEmpty: whether a column is left out if all of its cells are empty.
  mutating func add(_ column: Column, _ cells: [StyledText], unlessEmpty: Bool) {
    guard !unlessEmpty || cells.contains(where: { !$0.isEmpty }) else { return }
    columns.append(column)
    for (index, cell) in cells.enumerated() { rows[index].append(cell) }
  }

  /// Titles, rule and rows without trailing spaces.
  ///
  /// - Parameter width: the columns to fit into; nil cuts nothing.
  /// - Returns: nil if the columns that are never dropped do not fit.
  func lines(width: Int?, theme: Theme) -> [StyledText]? {
    widths(into: width).map { head($0, theme: theme) + body($0) }
  }

  /// The titles and the rule below them.
  func head(_ widths: [Int?], theme: Theme) -> [StyledText] {
    let titles = columns.map { StyledText($0.title, theme.header) }
    let shown = widths.compactMap { $0 }
    let total = shown.reduce(0, +) + Self.gap * max(shown.count - 1, 0)
    let rule = StyledText(String(repeating: "─", count: max(total, 1)), theme.rule)
    return [line(titles, widths), rule]
  }

  /// The lines of the rows.
  func body(_ widths: [Int?]) -> [StyledText] {
    guard columns.contains(where: \.wraps) else { return rows.map { line($0, widths) } }
    return rows.flatMap { wrapped($0, widths) }
  }

  /// The keys of the columns that are shown.
  func keys(of widths: [Int?]) -> [String] {
    zip(columns, widths).filter { $1 != nil }.map(\.0.key)
  }

  /// The width of each column, nil for a dropped one; nil if the table does not fit.
  func widths(into width: Int?) -> [Int?]? {
    let constraints = columns.indices.map { index in
      let column = columns[index]
      let title = max(DisplayWidth.of(column.title), column.minimumWidth)
      let ideal = rows.reduce(title) { max($0, $1[index].width) }
      let cut = column.shrinksTo ?? (ideal, ideal)
      return ColumnConstraints(
        ideal: ideal, comfortable: min(ideal, max(cut.comfortable, title)),
        minimum: min(ideal, max(cut.minimum, title)), dropOrder: column.dropOrder)
    }
    guard let width else { return constraints.map(\.ideal) }
    return ColumnFit.widths(constraints, gap: Self.gap, into: width)
  }

  /// A row with as many lines as its highest cell.
  private func wrapped(_ cells: [StyledText], _ widths: [Int?]) -> [StyledText] {
    let pieces = cells.indices.map { index -> [StyledText] in
      guard columns[index].wraps, let width = widths[index] else { return [cells[index]] }
      return Wrapping(width: width).lines(cells[index])
    }
    let height = pieces.reduce(1) { max($0, $1.count) }
    return (0..<height).map { number in
      line(pieces.map { number < $0.count ? $0[number] : StyledText() }, widths)
    }
  }

  private func line(_ cells: [StyledText], _ widths: [Int?]) -> StyledText {
    var result = StyledText()
    var missing = 0
    let widths = widened(widths, for: cells)
    for (index, width) in widths.enumerated() {
      guard let width else { continue }
      let cell =
        columns[index].keepsEnd
        ? cells[index].truncatedAtFront(to: width) : cells[index].truncated(to: width)
      let used = cell.width
      let before = columns[index].alignment == .trailing ? width - used : 0
      // Spaces are written only before another cell.
      if !cell.isEmpty {
        result.append(String(repeating: " ", count: missing + before))
        result += cell
        missing = 0
      }
      missing += width - (cell.isEmpty ? 0 : used + before) + Self.gap
    }
    return result
  }

  /// The widths for one row.
  ///
  /// A cell of a later row may be too wide for a column that is never cut. The other cells of its
  /// row then give up width, so that the row still fits.
  private func widened(_ widths: [Int?], for cells: [StyledText]) -> [Int?] {
    var result = widths
    var missing = 0
    for (index, width) in widths.enumerated() {
      guard let width, columns[index].shrinksTo == nil else { continue }
      let wanted = cells[index].width
      guard wanted > width else { continue }
      result[index] = wanted
      missing += wanted - width
    }
    guard missing > 0 else { return widths }
    let shrinkable = columns.indices.filter {
      columns[$0].shrinksTo != nil && result[$0] != nil
    }
    // Unused width is taken first, then width above the minimum, then the rest.
    let minimums: [(Int) -> Int] = [
      { cells[$0].width }, { columns[$0].shrinksTo?.minimum ?? 1 }, { _ in 1 },
    ]
    for minimum in minimums {
      for index in shrinkable.reversed() {
        let width = result[index] ?? 0
        let taken = min(missing, max(width - minimum(index), 0))
        result[index] = width - taken
        missing -= taken
      }
    }
    return result
  }

  /// `label: value` lines with an empty line between rows, wrapped and never cut: for windows below
  /// 40 columns, tables that do not fit, and screen readers.
  func labelLines(viewport: Viewport) -> [StyledText] {
    let wrapping = Wrapping(width: viewport.columns ?? 80, indent: 2)
    let blocks = rows.map { row in
      zip(columns, row).filter { !$1.isEmpty }.flatMap { column, cell in
        wrapping.lines(StyledText(column.title + ": ", viewport.theme.quiet) + cell)
      }
    }
    return Array(blocks.joined(separator: [""]))
  }
}
