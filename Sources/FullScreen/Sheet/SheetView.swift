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
    let start: Int
    let width: Int
  }

  /// The bounds of the usual widths.
  private static let bounds: [SheetColumn: ClosedRange<Int>] = [
    .code: 4...14, .name: 12...40, .price: 6...24, .sale: 6...24, .stock: 5...14,
    .description: 12...60,
  ]
  private static let gap = 2

  let model: SheetModel
  private var viewport: Viewport { model.viewport }
  private var theme: Theme { viewport.theme }
  private var width: Int { max(model.size.columns - 1, 1) }

  init(_ model: SheetModel) { self.model = model }

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
    let rows = places.compactMap { model.list.rows[$0] }
    return model.columns.reduce(into: [:]) { widths, column in
      let title = viewport.text(column.title).width + 2
      let widest = rows.map { cell($0, column, width: .max).text.width }.max() ?? 0
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
      guard room >= 4 || result.isEmpty else { break }
      result.append(Shown(column: column, start: start, width: max(min(wide, room), 1)))
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
          line += cell(row, shown, isFocus: isFocus)
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

  private func cell(_ row: ListingRow, _ shown: Shown, isFocus: Bool) -> StyledText {
    let (text, style) = cell(row, shown.column, width: shown.width)
    let alignment: Alignment = shown.column.isNumber ? .trailing : .leading
    let fitted = text.fitted(to: shown.width, alignment)
    if isFocus { return StyledText(fitted.plain, Style(.inverse)) }
    return style.map(fitted.styled) ?? fitted
  }

  /// The text of a cell; where there is room, with the old value in front of the new one. A star
  /// marks a change, and an exclamation mark one that could not be sent or that others have
  /// overtaken.
  private func cell(
    _ row: ListingRow, _ column: SheetColumn, width: Int
  ) -> (text: StyledText, style: Style?) {
    let old = StyledText(value(row, column))
    guard let changes = model.changes.cells[row.product.id] else {
      return (old, column == .stock && row.product.stock == 0 ? theme.soldOut : nil)
    }
    let new = StyledText(value(model.changed(row), column))
    guard let cell = changes[column] else {
      // A discount changes with its price.
      return new.plain == old.plain ? (old, nil) : (new, theme.quiet)
    }
    let isWrong = cell.fault != nil || model.isConflict(row, column)
    let style = isWrong ? theme.failure : theme.highlight
    let sign = isWrong ? "!" : "*"
    let both = old.isEmpty ? new : old + StyledText(" → ") + new
    let text = StyledText(sign) + both
    return (column.isNumber && text.width <= width ? text : StyledText(sign) + new, style)
  }

  /// The value as it is shown.
  private func value(_ row: ListingRow, _ column: SheetColumn) -> String {
    let product = row.product
    return switch column {
    case .code: row.code ?? ""
    case .name: UntrustedText(product.name).line
    case .price: product.price.map(viewport.money.text) ?? "—"
    case .sale: product.isDiscounted ? product.salePrice.map(viewport.money.text) ?? "" : ""
    case .stock: product.stock.map { "\($0)" } ?? "—"
    case .description:
      product.description.map { Self.oneLine(String($0.prefix(400))) } ?? "…"
    }
  }

  private static func oneLine(_ text: String) -> String {
    UntrustedText(text.split(whereSeparator: \.isNewline).joined(separator: " ↵ ")).line
  }

  /// The part of the typed text around the cursor, and the column of the cursor in it.
  private func edited(width: Int) -> (StyledText, Int) {
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

// The first and the last line, and the keys.
extension SheetView {
  private var heading: StyledText {
    let left = viewport.text(" Sheet ", Style([.bold, .inverse]))
    var parts: [Message] = []
    if !model.changes.isEmpty {
      parts.append(
        Message(
          count: model.changes.count, one: "1 change", other: "\(model.changes.count) changes"))
    }
    if !model.marked.isEmpty { parts.append("\(model.marked.count) marked") }
    if !model.filter.isEmpty { parts.append("\(model.filter)") }
    if let total = model.list.total, total > 0 {
      parts.append("\(grouped: model.list.cursor + 1) of \(grouped: total)")
    }
    if model.list.isLoading || model.marking != nil || model.awaited != nil { parts.append("…") }
    let right = parts.map { viewport.text($0, theme.quiet) }
      .joined(separator: StyledText(" · ", theme.quiet))
      .truncated(to: max(width - left.width - 2, 0))
    return left.padded(to: width - right.width) + right
  }

  /// The last line, and the column of the cursor if something is typed there.
  private var lastLine: (StyledText, cursor: Int?) {
    if let prompt = model.prompt {
      let label = viewport.text(text(of: prompt), theme.highlight) + " "
      if let status = model.status { return (viewport.text(status, theme.failure), nil) }
      let (text, column) = edited(width: max(width - label.width, 4))
      return (label + StyledText(text.plain), label.width + column)
    }
    let line =
      model.status.map { viewport.text($0, model.isEditing ? theme.failure : theme.highlight) }
      ?? (model.isEditing ? viewport.text(help, theme.quiet) : cellNote ?? hints)
    return (line.truncated(to: width), nil)
  }

  private func text(of prompt: SheetModel.Prompt) -> Message {
    let count = model.targets.count
    switch prompt {
    case .filter: return "filter:"
    case .find:
      return Message(
        count: count, one: "find in \(model.replaced.title) of 1 listing:",
        other: "find in \(model.replaced.title) of \(count) listings:")
    case .replacement(let word): return "\(quoted: word) becomes:"
    case .columns: return "columns, in this order:"
    }
  }

  private var help: Message {
    let help: Message =
      model.marked.isEmpty
      ? model.column.help : "\(model.column.help) · for \(model.marked.count) marked"
    return "\(help) · \(command: "Esc") leaves it as it was"
  }

  /// What there is to say about the change of the cell at the cursor.
  private var cellNote: StyledText? {
    guard let row = model.list.row,
      let cell = model.changes.cells[row.product.id]?[model.column]
    else { return nil }
    if model.isConflict(row, model.column) {
      let now = value(row, model.column)
      return viewport.text(
        "Others changed this to \(quoted: now): \(command: "Enter") twice takes yours.",
        theme.failure)
    }
    if let fault = cell.fault { return viewport.text(fault, theme.failure) }
    return viewport.text("was \(quoted: value(row, model.column))", theme.quiet)
      + StyledText(" · ", theme.quiet) + hints
  }

  private var hints: StyledText {
    if model.showsKeys {
      return viewport.text("any other key closes this", theme.quiet)
    }
    let parts: [Message] =
      model.changes.isEmpty
      ? [
        "\(command: "↑ ↓ ← →") move", "\(command: "Enter") edit", "\(command: "Space") mark",
        "\(command: "/") filter", "\(command: "s") sort", "\(command: "?") all keys",
        "\(command: "q") leave",
      ]
      : [
        "\(command: "Ctrl-S") send", "\(command: "u") take back", "\(command: "?") all keys",
        "\(command: "q") leave",
      ]
    return WindowScreen.hints(parts, viewport, width: width)
  }

  var keys: [StyledText] {
    let rows: [(String, Message)] = [
      ("↑ ↓ ← → Tab", "move; Home and End: first and last column"),
      ("Enter F2 i", "edit the cell; Enter keeps, Esc leaves it as it was"),
      ("0-9 + - =", "type a new value: 12000, +10%, -1, =12000*0.9"),
      ("Delete", "take away the code or the sale"),
      ("Space v a", "mark one, a range, all that match; typing then acts on all marked"),
      ("Ctrl-D", "fill the marked cells with this one; without marks, the value above"),
      ("f", "find and replace words in the marked cells"),
      ("u U", "take back the last change, all changes"),
      ("Ctrl-S", "show the plan, and send it as one batch after your answer"),
      ("/", "filter, such as price>20000 stock=0 mug"), ("s", "sort by the column"),
      ("c < >", "choose columns, make one narrower or wider"),
      ("y", "copy the marked listings or the cell; pasted tables fill cells"),
      ("r", "reload"), ("Esc", "clear the marks, the filter"), ("q", "leave; changes are kept"),
      (viewport.text("click, wheel").plain, "choose a cell, sort by a title, scroll"),
    ]
    let wrapping = Wrapping(width: width, indent: 16)
    return rows.flatMap { key, meaning in
      wrapping.lines(
        StyledText(" ") + StyledText(key, theme.command).padded(to: 15) + viewport.text(meaning))
    }
  }
}
