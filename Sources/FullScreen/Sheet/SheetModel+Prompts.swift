import CommandLanguage
import LineEditor
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

// The last line, when it asks for something.
extension SheetModel {
  mutating func ask(_ prompt: Prompt, _ text: String = "") {
    self.prompt = prompt
    editor.restart()
    editor.assistant = SilentAssistant()
    editor.replace(with: text)
  }

  mutating func pressInPrompt(_ key: Key) -> [SheetEffect] {
    switch key {
    case Key(.escape), .control("c"): prompt = nil
    case Key(.enter): if let prompt { return answer(prompt, editor.text) }
    case Key(.tab), Key(.up), Key(.down), .control("r"): break
    default: for case .suspend in editor.apply(.key(key)) { return [.suspend] }
    }
    return []
  }

  private mutating func answer(_ prompt: Prompt, _ text: String) -> [SheetEffect] {
    self.prompt = nil
    switch prompt {
    case .sale:
      guard text.contains(where: { !$0.isWhitespace }) else { break }
      return [.leave(.sale(text, listings: targets.map(\.product.id)))]
    case .filter: setFilter(text)
    case .find: if !text.isEmpty { ask(.replacement(of: text)) }
    case .replacement(let word): replace(word, with: text)
    case .columns: choose(text)
    }
    return []
  }

  /// Whether not all own listings are shown.
  var isFiltered: Bool {
    (try? SheetFilter.read("", list.query.filter, column(named:)).get()) != list.query.filter
  }

  mutating func setFilter(_ text: String) {
    switch SheetFilter.read(text, list.query.filter, column(named:)) {
    case .success(let new):
      filter = text
      list.ask(keepsPlace: true) { $0.filter = new }
    case .failure(let fault):
      status = fault.text
      ask(.filter, text)
    }
  }

  /// The column whose words are replaced.
  var replaced: SheetColumn { column.isNumber ? .name : column }

  private mutating func replace(_ word: String, with other: String) {
    let word = Folding.normalized(word)
    let (rows, column) = (targets, replaced)
    let result = type(
      rows.compactMap { row in
        guard let text = rules.text(changed(row), column).map(Folding.normalized),
          text.contains(word)
        else { return nil }
        return (row, [(column, text.replacing(word, with: other))])
      })
    switch result {
    case .success(0):
      status = Message(
        count: rows.count, one: "\(quoted: word) is not there.",
        other: "None of \(rows.count) listings has \(quoted: word) there.")
    case .success(let count): status = changedText(count)
    case .failure(let fault): status = fault.text
    }
  }

  /// The name of a column in the seller's language.
  func word(_ column: SheetColumn) -> String { viewport.catalog.command(column.rawValue) }

  /// The column that a word means: its own name, that of the language, or its title.
  private func column(named name: String) -> SheetColumn? {
    let name = Folding.normalized(name).lowercased()
    return SheetColumn.allCases.first { column in
      [column.rawValue, word(column), viewport.text(column.title).plain].contains(name)
    }
  }

  private mutating func choose(_ text: String) {
    let words = text.split { $0.isWhitespace || $0 == "," }.map(String.init)
    let found = words.compactMap(column(named:))
    guard found.count == words.count, !found.isEmpty, Set(found).count == found.count else {
      let known = SheetColumn.allCases.map(word).joined(separator: " ")
      status = "name each column once: \(formatted: known)"
      return ask(.columns, text)
    }
    columns = found
    if !columns.contains(column) { column = columns[0] }
  }

  /// Fills the cells from the cursor on, as a spreadsheet copies them; with marks, one value is for
  /// all of them.
  mutating func paste(_ text: String) {
    guard !isTooSmall, !showsKeys else { return }
    if isEditing || prompt != nil {
      let isText = isEditing && column == .description
      let line = text.split(whereSeparator: \.isNewline).joined(separator: " ")
      _ = editor.apply(.paste(isText ? text : line))
      return
    }
    let cells = PastedTable.cells(text)
    if cells.count == 1, cells[0].count == 1, !marked.isEmpty {
      _ = typeValue(cells[0][0], targets)
      return
    }
    switch fill(cells) {
    case .success(let count): status = changedText(count)
    case .failure(let fault): status = fault.text
    }
  }

  /// Fills a rectangle; if one value is wrong, none is taken.
  private mutating func fill(_ cells: [[String]]) -> Result<Int, FormFault> {
    let first = columnIndex
    guard list.cursor + cells.count <= list.count,
      let width = cells.map(\.count).max(), first + width <= columns.count
    else { return .failure(FormFault("there are fewer rows or columns here than were pasted")) }
    let rows = cells.indices.compactMap { list.rows[list.cursor + $0] }
    guard rows.count == cells.count else {
      return .failure(FormFault("not all of these rows are loaded; move down to them first"))
    }
    return type(
      zip(rows, cells).map { row, line in
        // As in an imported table, an empty cell leaves the value as it is.
        (row, zip(columns[first...], line).filter { !$0.1.isEmpty }.map { ($0, $1) })
      })
  }
}

/// A table as spreadsheets copy it: tabs between cells; one with a tab, a line break or quotes is in
/// quotes.
enum PastedTable {
  static func cells(_ text: String) -> [[String]] {
    var rows: [[String]] = [[]]
    var rest = text[...]
    while true {
      let plain = rest.prefix { $0 != "\t" && !$0.isNewline }
      let (cell, after) = quoted(rest) ?? (String(plain), rest[plain.endIndex...])
      rows[rows.count - 1].append(cell)
      rest = after
      guard let separator = rest.popFirst() else { break }
      if separator != "\t" { rows.append([]) }
    }
    if rows.count > 1, rows.last == [""] { rows.removeLast() }
    return rows
  }

  static func written(_ cell: String) -> String {
    guard cell.hasPrefix("\"") || cell.contains(where: { $0 == "\t" || $0.isNewline }) else {
      return cell
    }
    return "\"\(cell.replacing("\"", with: "\"\""))\""
  }

  /// The cell in quotes at the beginning, and what follows it; nil if there is none, as in `"A" mug`.
  private static func quoted(_ text: Substring) -> (cell: String, rest: Substring)? {
    guard text.first == "\"" else { return nil }
    var rest = text.dropFirst()
    var cell = ""
    while let end = rest.firstIndex(of: "\"") {
      cell += rest[..<end]
      rest = rest[end...].dropFirst()
      guard rest.first == "\"" else {
        return rest.first.map { $0 == "\t" || $0.isNewline } ?? true ? (cell, rest) : nil
      }
      cell += "\""
      rest = rest.dropFirst()
    }
    return nil
  }
}

// The mouse.
extension SheetModel {
  mutating func click(_ mouse: MouseEvent) -> [SheetEffect] {
    guard !isTooSmall, prompt == nil, !showsKeys else { return [] }
    switch mouse.kind {
    case .wheelUp where !isEditing: list.move(to: list.cursor - 3)
    case .wheelDown where !isEditing: list.move(to: list.cursor + 3)
    case .press:
      let place = list.top + mouse.row - 2
      guard let hit = SheetView(self).column(at: mouse.column), mouse.row >= 1 else { return [] }
      if isEditing { _ = pressInCell(Key(.enter)) }
      guard !isEditing else { return [] }
      if mouse.row == 1 {
        column = hit
        return type(.text("s"))
      }
      guard place < list.count, mouse.row < size.rows - 1 else { return [] }
      let isSame = place == list.cursor && hit == column
      list.move(to: place)
      column = hit
      if isSame { return type(Key(.enter)) }
    default: break
    }
    return []
  }
}
