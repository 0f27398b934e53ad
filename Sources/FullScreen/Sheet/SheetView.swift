import Formatting
import LineEditor
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// Turns a ``SheetModel`` into a screen.
struct SheetView {
  /// A column on the screen.
  private struct Shown {
    let column: SheetColumn
    /// Its place in the columns of the model.
    let index: Int
    let start: Int
    let width: Int
  }

  /// The texts of a cell, which are the same for any width.
  fileprivate struct CellTexts {
    let old: StyledText
    /// With what was typed; nil if nothing differs.
    var new: StyledText?
    /// What marks a change in front of the new value; empty for one that only follows from others.
    var sign = ""
    var style: Style?

    /// The longest form.
    var whole: StyledText {
      guard let new else { return old }
      return StyledText(sign) + (sign.isEmpty || old.isEmpty ? new : old + StyledText(" → ") + new)
    }
  }

  /// The cells of a row in the order of the columns, with what they were made from.
  struct Row {
    fileprivate let listing: ListingRow
    fileprivate let changes: [SheetColumn: SheetChanges.Cell]?
    fileprivate let columns: [SheetColumn]
    fileprivate let cells: [CellTexts]
    /// The width of each cell's longest form.
    fileprivate let widths: [Int]
  }

  /// The bounds of the usual widths.
  private static let bounds: [SheetColumn: ClosedRange<Int>] = [
    .code: 4...14, .name: 12...40, .price: 6...24, .sale: 6...24, .stock: 5...14,
    .description: 12...60,
  ]
  private static let gap = 2

  let model: SheetModel
  var viewport: Viewport { model.viewport }
  var theme: Theme { viewport.theme }
  var width: Int { max(model.size.columns - 1, 1) }

  init(_ model: SheetModel) {
    self.model = model
  }

  /// The rows on the screen that are loaded, by their places. Those that did not change since the last
  /// screen are taken from there.
  var rows: [Int: Row] {
    places.reduce(into: [:]) { rows, place in
      guard let row = model.list.rows[place] else { return }
      let changes = model.changes.cells[row.product.id]
      let last = model.drawn[place].flatMap {
        $0.listing == row && $0.changes == changes && $0.columns == model.columns ? $0 : nil
      }
      rows[place] = last ?? drawn(row, changes)
    }
  }

  var screen: WindowScreen {
    guard !model.isTooSmall else {
      return WindowScreen.tooSmall(viewport, rows: model.size.rows)
    }
    let height = model.size.rows - 3
    var (body, cursor) = model.showsKeys ? (Array(keys.dropFirst(model.keysTop)), nil) : self.body
    body = Array(body.prefix(height))
    body += Array(repeating: StyledText(), count: height - body.count)
    let (last, lastCursor) = lastLine
    let rows = [heading, model.showsKeys ? StyledText() : titles] + body + [last]
    let column = lastCursor.map { Frame.Position(row: rows.count - 1, column: $0) }
    guard let position = column ?? cursor else {
      return WindowScreen(frame: Frame(hidingCursor: rows))
    }
    return WindowScreen(frame: Frame(rows: rows, cursor: position, isCursorHidden: false))
  }
}

// The columns.
extension SheetView {
  private var places: Range<Int> {
    model.list.top..<min(model.list.top + model.visible, max(model.list.count, model.list.top))
  }

  private var idWidth: Int {
    let ids = places.compactMap { model.list.rows[$0]?.product.id }
    return max("\(ids.max() ?? 0)".count, 2)
  }

  /// The width that each column needs for the rows on the screen.
  var widths: [SheetColumn: Int] {
    model.columns.enumerated().reduce(into: [:]) { widths, shown in
      let (index, column) = shown
      let title = viewport.text(column.title).width + 2
      let widest = model.drawn.values.lazy.map { $0.widths[index] }.max() ?? 0
      let bounds = Self.bounds[column] ?? 4...40
      // In a narrow window, the old value is only in the last line.
      let most = column.isNumber && width < 79 ? 12 : bounds.upperBound
      widths[column] = min(max(title, widest, bounds.lowerBound), most)
    }
  }

  /// The columns from the first one on with which the one at the cursor is on the screen; the name
  /// always is.
  private var shown: [Shown] {
    let left = idWidth + 2 + Self.gap
    var wanted = model.columns.map { column in
      (column, max((model.widths[column] ?? 8) + model.widening[column, default: 0], 4))
    }
    func total(_ columns: some Sequence<(SheetColumn, Int)>) -> Int {
      columns.reduce(left) { $0 + $1.1 + Self.gap } - Self.gap
    }
    for column in [SheetColumn.description, .name] {
      let surplus = total(wanted) - width
      guard surplus > 0, let index = wanted.firstIndex(where: { $0.0 == column }) else { continue }
      wanted[index].1 = max(wanted[index].1 - surplus, min(wanted[index].1, 12))
    }
    let name = wanted.firstIndex { $0.0 == .name }
    func columns(from first: Int) -> [(SheetColumn, Int)] {
      let hidden = name.map { $0 < first } ?? false
      return (hidden ? [(.name, 12)] : []) + wanted[first...]
    }
    var first = 0
    while first < model.columnIndex {
      let rest = model.columns.count - 1 - model.columnIndex
      guard total(columns(from: first).dropLast(rest)) > width else { break }
      first += 1
    }
    var start = left
    var result: [Shown] = []
    for (column, wide) in columns(from: first) {
      let room = width - start
      guard room >= 4 || result.isEmpty, let index = model.columns.firstIndex(of: column) else {
        break
      }
      result.append(
        Shown(column: column, index: index, start: start, width: max(min(wide, room), 1)))
      start += wide + Self.gap
    }
    return result
  }

  /// The column of cells at a column of the screen.
  func column(at place: Int) -> SheetColumn? {
    shown.last { $0.start <= place }?.column
  }

  private var titles: StyledText {
    let sort = model.list.query.sort
    var line = StyledText("id", theme.header).fitted(to: idWidth + 2, .trailing)
    for shown in shown {
      var title = viewport.text(shown.column.title, theme.header)
      if let isDescending = order(of: shown.column, sort) {
        title += StyledText(isDescending ? " ↓" : " ↑", theme.header)
      }
      let alignment: Alignment = shown.column.isNumber ? .trailing : .leading
      line += StyledText("  ") + title.fitted(to: shown.width, alignment)
    }
    return line
  }

  /// Whether a column sorts the list from the end; nil if it does not sort it.
  private func order(of column: SheetColumn, _ sort: ListingSort) -> Bool? {
    if let order = model.list.query.codeOrder { return column == .code ? order.isDescending : nil }
    switch (column, sort.key) {
    case (.name, .name), (.price, .price), (.stock, .stock), (.sale, .discount):
      return sort.isDescending
    default: return nil
    }
  }
}

// The cells.
extension SheetView {
  private var body: (lines: [StyledText], cursor: Frame.Position?) {
    guard let total = model.list.total else {
      return ([viewport.text(model.list.failure?.text ?? "Loading …", theme.quiet)], nil)
    }
    guard total > 0 else {
      let text: Message =
        model.filter.isEmpty
        ? "You sell nothing here yet." : "Nothing matches. \(command: "/") changes the filter."
      return ([viewport.text(text, theme.quiet)], nil)
    }
    var cursor: Frame.Position?
    let (columns, idWidth) = (shown, idWidth)
    let lines = places.map { place -> StyledText in
      let isCurrent = place == model.list.cursor
      guard let row = model.list.rows[place] else { return StyledText("  …", theme.quiet) }
      let isMarked = model.marked[row.product.id] != nil || isInRange(place)
      var line = StyledText(isCurrent ? "▸" : " ", theme.highlight)
      line += StyledText(isMarked ? "✓" : " ", theme.highlight)
      line += StyledText("\(row.product.id)", theme.quiet).padded(to: idWidth, .trailing)
      for shown in columns {
        let isFocus = isCurrent && shown.column == model.column
        line += StyledText("  ")
        guard isFocus, model.isEditing else {
          line += cell(place, shown, isFocus: isFocus)
          continue
        }
        let (text, column) = edited(width: shown.width)
        line += text
        cursor = Frame.Position(row: place - model.list.top + 2, column: shown.start + column)
      }
      return line
    }
    return (lines, cursor)
  }

  private func isInRange(_ place: Int) -> Bool {
    guard let anchor = model.anchor else { return false }
    return (min(anchor, model.list.cursor)...max(anchor, model.list.cursor)).contains(place)
  }

  private func cell(_ place: Int, _ shown: Shown, isFocus: Bool) -> StyledText {
    guard let row = model.drawn[place] else { return StyledText().padded(to: shown.width) }
    let cell = row.cells[shown.index]
    let isNumber = shown.column.isNumber
    let text =
      isNumber && row.widths[shown.index] <= shown.width
      ? cell.whole : cell.new.map { StyledText(cell.sign) + $0 } ?? cell.old
    let fitted = text.fitted(to: shown.width, isNumber ? .trailing : .leading)
    if isFocus { return StyledText(fitted.plain, Style(.inverse)) }
    return cell.style.map(fitted.styled) ?? fitted
  }

  /// The texts of a row. A star marks a change, and an exclamation mark one that could not be sent
  /// or that others have overtaken; a discount changes with its price.
  private func drawn(_ row: ListingRow, _ changes: [SheetColumn: SheetChanges.Cell]?) -> Row {
    let after = changes == nil ? row : model.changed(row)
    let cells = model.columns.map { column -> CellTexts in
      var cell = CellTexts(old: StyledText(value(row, column)))
      if let changes {
        let new = StyledText(value(after, column))
        if let change = changes[column] {
          let isWrong = change.fault != nil || model.isConflict(row, column)
          (cell.new, cell.sign) = (new, isWrong ? "!" : "*")
          cell.style = isWrong ? theme.failure : theme.highlight
        } else if new.plain != cell.old.plain {
          (cell.new, cell.style) = (new, theme.quiet)
        }
      } else if column == .stock, row.product.stock == 0 {
        cell.style = theme.soldOut
      }
      return cell
    }
    return Row(
      listing: row, changes: changes, columns: model.columns, cells: cells,
      widths: cells.map(\.whole.width))
  }

  /// The value as it is shown.
  func value(_ row: ListingRow, _ column: SheetColumn) -> String {
    let product = row.product
    return switch column {
    case .code: row.code ?? ""
    case .name: UntrustedText(product.name).line
    case .price: product.price.map(viewport.money.text) ?? "—"
    case .sale: product.isDiscounted ? product.salePrice.map(viewport.money.text) ?? "" : ""
    case .stock: product.stock.map { "\($0)" } ?? "—"
    case .description:
      product.description.map { Self.oneLine(String($0.prefix(160))) } ?? "…"
    }
  }

  private static func oneLine(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 > 0x7E }) else { return text }
    return UntrustedText(text.split(whereSeparator: \.isNewline).joined(separator: " ↵ ")).line
  }

  /// The part of the typed text around the cursor, and the column of the cursor in it.
  func edited(width: Int) -> (StyledText, Int) {
    let text = model.editor.text
    func line(_ part: Substring) -> String {
      UntrustedText(part.replacing("\n", with: "↵").description).line
    }
    let end = text.utf8.index(text.startIndex, offsetBy: model.editor.cursor)
    let before = DisplayWidth.of(line(text[..<end]))
    let whole =
      model.editor.assistant.colored(line(text[...])).styled(Style(.underline))
    let start = max(before - width + 1, 0)
    let part = whole.columns(start..<max(min(start + width, whole.width), start))
    let rest = StyledText(
      String(repeating: " ", count: max(width - part.width, 0)), Style(.underline))
    return (part + rest, before - start)
  }
}
