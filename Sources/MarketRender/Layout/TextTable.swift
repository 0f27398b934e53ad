/// Rows of styled cells as aligned lines under a header and a thin rule.
import TerminalKit

/// A table of styled text.
struct TextTable {
  /// One column.
  struct Column {
    var title: String
    var alignment: Alignment = .leading
    /// The narrowest it may become before columns are dropped, and at all; nil is never cut.
    var shrinksTo: (comfortable: Int, floor: Int)?
    var dropOrder: Int?
    /// The width that it has at least, for cells that are still to come.
    var least = 0
    /// Whether cells are wrapped below themselves instead of cut.
    var wraps = false
    /// Whether what is cut goes at the front.
    var keepsEnd = false
  }

  static let gap = 2

  var columns: [Column]
  /// Each with as many cells as there are columns; cells are of one line.
  var rows: [[StyledText]]

  init(columns: [Column], rows: [[StyledText]]) {
    self.columns = columns
    self.rows = rows
  }

  /// A table without columns yet.
  init(rowCount: Int) {
    self.init(columns: [], rows: Array(repeating: [], count: rowCount))
  }

  /// Adds a column with its cells from top to bottom, unless all of them are empty and that is
  /// reason enough to leave it out.
  mutating func add(_ column: Column, _ cells: [StyledText], unlessEmpty: Bool) {
    guard !unlessEmpty || cells.contains(where: { !$0.isEmpty }) else { return }
    columns.append(column)
    for (index, cell) in cells.enumerated() { rows[index].append(cell) }
  }

  /// Header, rule and rows, at most `width` columns wide with nothing cut where it is nil; nil
  /// where the columns that have to stay do not fit. Lines have no blanks at their ends.
  func lines(width: Int?, theme: Theme) -> [StyledText]? {
    widths(into: width).map { head($0, theme: theme) + body($0) }
  }

  /// The titles and a rule below them.
  func head(_ widths: [Int?], theme: Theme) -> [StyledText] {
    let titles = columns.map { StyledText($0.title, theme.header) }
    let shown = widths.compactMap { $0 }
    let total = shown.reduce(0, +) + Self.gap * max(shown.count - 1, 0)
    let rule = StyledText(String(repeating: "─", count: max(total, 1)), theme.rule)
    return [line(titles, widths), rule]
  }

  /// The rows.
  func body(_ widths: [Int?]) -> [StyledText] {
    guard columns.contains(where: \.wraps) else { return rows.map { line($0, widths) } }
    return rows.flatMap { wrapped($0, widths) }
  }

  /// The titles of the columns that are shown.
  func titles(of widths: [Int?]) -> [String] {
    zip(columns, widths).filter { $1 != nil }.map(\.0.title)
  }

  /// How wide each column becomes, nil for one that is left out; nil where the table does not fit.
  func widths(into width: Int?) -> [Int?]? {
    let demands = columns.indices.map { index in
      let column = columns[index]
      let title = max(DisplayWidth.of(column.title), column.least)
      let natural = rows.reduce(title) { max($0, $1[index].width) }
      let cut = column.shrinksTo ?? (natural, natural)
      return ColumnConstraints(
        natural: natural, comfortable: min(natural, max(cut.comfortable, title)),
        floor: min(natural, max(cut.floor, title)), dropOrder: column.dropOrder)
    }
    guard let width else { return demands.map(\.natural) }
    return ColumnFit.widths(demands, gap: Self.gap, into: width)
  }

  /// A row on as many lines as its highest cell needs.
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

  /// One line. A cell that is never cut and came too wide takes its room from a cell of its row
  /// that can give, so that the row still fits.
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
      // Blanks are written only when something follows them.
      if !cell.isEmpty {
        result.append(String(repeating: " ", count: missing + before))
        result += cell
        missing = 0
      }
      missing += width - (cell.isEmpty ? 0 : used + before) + Self.gap
    }
    return result
  }

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
    let givers = columns.indices.filter { columns[$0].shrinksTo != nil && result[$0] != nil }
    // Room that stays empty goes first, then what leaves a cell readable, then the rest.
    let floors: [(Int) -> Int] = [
      { cells[$0].width }, { columns[$0].shrinksTo?.floor ?? 1 }, { _ in 1 },
    ]
    for floor in floors {
      for index in givers.reversed() {
        let width = result[index] ?? 0
        let given = min(missing, max(width - floor(index), 0))
        result[index] = width - given
        missing -= given
      }
    }
    return result
  }

  /// `label: value` lines with a blank line between rows: wrapped, never cut. For windows below 40
  /// columns, for tables that do not fit and for screen readers.
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
