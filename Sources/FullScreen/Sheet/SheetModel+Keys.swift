import CommandLanguage
import LineEditor
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

// The keys; `SheetView.keys` describes them.
extension SheetModel {
  /// Handles a key. Korean letters count as the Latin letters on the same keys, except while a text
  /// is typed.
  mutating func type(_ key: Key) -> [SheetEffect] {
    guard !isEditing, prompt == nil, case .text(let text) = key.code, key.modifiers.isEmpty,
      !text.utf8.allSatisfy({ $0 < 0x80 })
    else {
      return press(key)
    }
    return Dubeolsik.keys(text).flatMap { press(.text(String($0))) }
  }

  private mutating func press(_ key: Key) -> [SheetEffect] {
    if key == .control("z") { return [.suspend] }
    // Nothing may be typed into a cell that cannot be seen.
    if isTooSmall {
      return [.text("q"), Key(.escape), .control("c")].contains(key) ? [.leave(.quit)] : []
    }
    status = nil
    if prompt != nil { return pressInPrompt(key) }
    if isEditing { return pressInCell(key) }
    if key == .control("c") { return [.leave(.quit)] }
    if showsKeys {
      if !scrollKeys(key) { (showsKeys, keysTop) = (false, 0) }
      return []
    }
    if move(key) { return [] }
    switch key {
    case .control("s"): return send()
    case .control("d"): fillDown()
    case Key(.enter), Key(.function(2)): return begin(nil)
    case Key(.delete), Key(.backspace): clear()
    case Key(.escape): escape()
    default:
      if case .text(let text) = key.code, key.modifiers.isEmpty { return press(letter: text) }
    }
    return []
  }

  private mutating func press(letter: String) -> [SheetEffect] {
    switch letter {
    case "i": return begin(nil)
    case " ":
      markRow()
      list.move(to: list.cursor + 1)
    case "v": return markRange()
    case "a": return markAll()
    case "u": undo()
    case "U":
      let count = changes.count
      changes.undoAll()
      status =
        count == 0
        ? "Nothing is changed."
        : "Took all changes back (\(count)); \(command: "u") brings them here again."
    case "s": sort()
    case "f": ask(.find)
    case "%": if list.row != nil || !marked.isEmpty { ask(.sale) }
    case "/": ask(.filter, filter)
    case "c": ask(.columns, columns.map(word).joined(separator: " "))
    case "<", ">": widen(by: letter == ">" ? 4 : -4)
    case "y": return copy()
    case "r":
      list.ask(keepsPlace: true)
      return [.forgetLists]
    case "?": showsKeys = true
    case "q": return [.leave(.quit)]
    case _ where letter.first?.isNumber == true || ["+", "-", "=", "."].contains(letter):
      return begin(letter)
    default: status = "\(command: "Enter") edits the cell, \(command: "?") shows all keys."
    }
    return []
  }

  private mutating func send() -> [SheetEffect] {
    guard changes.isEmpty else { return [.leave(.send)] }
    status = "Nothing is changed."
    return []
  }

  /// Esc clears the marks or, without marks, the filter; what was typed stays.
  private mutating func escape() {
    if anchor != nil || !marked.isEmpty {
      (anchor, marked) = (nil, [:])
    } else if !filter.isEmpty || isFiltered {
      setFilter("")
    } else {
      status = "\(command: "q") leaves the sheet."
    }
  }
}

// Moving.
extension SheetModel {
  /// Scrolls the list of keys, if it does not fit the window; returns false for any other key.
  private mutating func scrollKeys(_ key: Key) -> Bool {
    let hidden = max(SheetView(self).keys.count - visible, 0)
    let page = max(visible - 1, 1)
    let steps: [Key.Code: Int] = [.up: -1, .down: 1, .pageUp: -page, .pageDown: page]
    guard hidden > 0, let step = steps[key.code] else { return false }
    keysTop = min(max(keysTop + step, 0), hidden)
    return true
  }

  var columnIndex: Int { columns.firstIndex(of: column) ?? 0 }

  /// Moves the cursor; returns false for any other key.
  private mutating func move(_ key: Key) -> Bool {
    let isMarking = key.modifiers == .shift && [.up, .down].contains(key.code)
    if isMarking, let row = list.row { marked[row.product.id] = row }
    switch key {
    case Key(.up), Key(.up, .shift), .text("k"): list.move(to: list.cursor - 1)
    case Key(.down), Key(.down, .shift), .text("j"): list.move(to: list.cursor + 1)
    case Key(.left), .text("h"): moveColumn(by: -1)
    case Key(.right), .text("l"): moveColumn(by: 1)
    case Key(.tab): step(by: 1)
    case Key(.tab, .shift): step(by: -1)
    case Key(.pageUp): list.move(to: list.cursor - visible)
    case Key(.pageDown): list.move(to: list.cursor + visible)
    case Key(.home): column = columns[0]
    case Key(.end): column = columns[columns.count - 1]
    case Key(.home, .control): list.move(to: 0)
    case Key(.end, .control): list.move(to: list.count - 1)
    default: return false
    }
    if isMarking, let row = list.row { marked[row.product.id] = row }
    return true
  }

  private mutating func moveColumn(by step: Int) {
    column = columns[min(max(columnIndex + step, 0), columns.count - 1)]
  }

  /// The next cell, also of the next row.
  private mutating func step(by step: Int) {
    let index = columnIndex + step
    if columns.indices.contains(index) {
      column = columns[index]
    } else if (0..<list.count).contains(list.cursor + step) {
      list.move(to: list.cursor + step)
      column = columns[step > 0 ? 0 : columns.count - 1]
    }
  }
}

// In a cell.
extension SheetModel {
  /// Opens the cell with the cursor, if it can be typed into.
  ///
  /// - Parameter typed: what takes the place of its value; nil to change that.
  private mutating func begin(_ typed: String?) -> [SheetEffect] {
    guard let row = list.row else { return [] }
    guard text(row, column) == nil else {
      beginEditing(typed)
      return []
    }
    awaited = row.product.id
    return [.loadDetail(row.product.id)]
  }

  mutating func beginEditing(_ typed: String?) {
    guard let row = list.row else { return }
    editor.restart()
    editor.assistant = FieldAssistant(limit: column.limit, surplus: viewport.theme.quiet)
    editor.replace(with: typed ?? text(row, column) ?? "")
    (isEditing, isReplacing) = (true, typed != nil)
  }

  mutating func pressInCell(_ key: Key) -> [SheetEffect] {
    switch key {
    case Key(.escape), .control("c"): isEditing = false
    case Key(.enter), Key(.down): if keep() { list.move(to: list.cursor + 1) }
    case Key(.up): if keep() { list.move(to: list.cursor - 1) }
    case Key(.tab): if keep() { step(by: 1) }
    case Key(.tab, .shift): if keep() { step(by: -1) }
    case .control("s"): if keep() { return send() }
    // There is no history to search.
    case .control("r"): break
    default:
      if key.code == .enter, column != .description { break }
      for case .suspend in editor.apply(.key(key)) { return [.suspend] }
    }
    return []
  }

  /// Takes what was typed; returns false if something is wrong with it.
  private mutating func keep() -> Bool {
    let typed = editor.text
    let isMeant = column == .sale && isReplacing
    if marked.isEmpty, let row = list.row, text(row, column) == typed, !isConflict(row, column),
      !isMeant
    {
      isEditing = false
      return true
    }
    isEditing = !typeValue(typed, editedRows)
    return !isEditing
  }

  /// Types one value into the cells of some listings.
  mutating func typeValue(_ typed: String, _ rows: [ListingRow]) -> Bool {
    guard column != .code || rows.count == 1 else {
      status = "A code is for one listing, and \(rows.count) are marked."
      return false
    }
    switch type(rows.map { ($0, [(column, typed)]) }) {
    case .failure(let fault):
      status = fault.text
      return false
    case .success(let count):
      if !marked.isEmpty { status = changedText(count) }
      return true
    }
  }

  func changedText(_ count: Int) -> Message {
    Message(
      count: count, one: "Changed 1 cell; \(command: "u") takes it back.",
      other: "Changed \(count) cells; \(command: "u") takes them back.")
  }

  /// Delete takes away what may be empty.
  private mutating func clear() {
    guard column == .sale || column == .code else {
      status = "\(column.title) cannot be empty."
      return
    }
    _ = typeValue("", targets)
  }

  /// Ctrl-D: the marked cells get the value of the cell with the cursor; without marks, that gets
  /// the value above.
  private mutating func fillDown() {
    if marked.isEmpty, list.cursor == 0 { status = "There is no row above." }
    let source = list.rows[marked.isEmpty ? list.cursor - 1 : list.cursor]
    guard let source, let value = text(source, column) else { return }
    _ = typeValue(value, targets)
  }

  private mutating func undo() {
    let places = changes.undo()
    guard let first = places.first else {
      status = "Nothing is changed."
      return
    }
    status =
      places.count == 1
      ? "Took back: \(first.column.title) of \(first.listing)"
      : "Took back \(places.count) cells."
  }
}

// Marks, order and copies.
extension SheetModel {
  private mutating func markRow() {
    guard let row = list.row else { return }
    if marked.removeValue(forKey: row.product.id) == nil { marked[row.product.id] = row }
  }

  private mutating func markRange() -> [SheetEffect] {
    guard let first = anchor else {
      anchor = list.cursor
      status = "\(command: "v") marks all from here to the cursor."
      return []
    }
    anchor = nil
    return mark(min(first, list.cursor)...max(first, list.cursor))
  }

  private mutating func markAll() -> [SheetEffect] {
    let isMarked = list.rows.values.allSatisfy { marked[$0.product.id] != nil }
    guard list.count > 0, marked.count < list.count || !isMarked else {
      marked = [:]
      return []
    }
    return mark(0...list.count - 1)
  }

  private mutating func mark(_ range: ClosedRange<Int>) -> [SheetEffect] {
    // The list of the filter could not be loaded.
    guard !list.isOfEarlierQuery else {
      status = list.failure?.text
      return []
    }
    let rows = range.compactMap { list.rows[$0] }
    guard rows.count < range.count else {
      for row in rows { marked[row.product.id] = row }
      return []
    }
    marking = range
    return [.loadAll(list.query)]
  }

  private mutating func sort() {
    let key: ListingSort.Key? =
      switch column {
      case .name: .name
      case .price: .price
      case .stock: .stock
      case .sale: .discount
      case .code, .description: nil
      }
    guard key != nil || column == .code else {
      status = "Listings cannot be sorted by \(column.title)."
      return
    }
    list.ask(keepsPlace: false) { query in
      let isAscending =
        key == nil
        ? query.codeOrder?.isDescending == false
        : query.codeOrder == nil && query.sort == key.map { ListingSort($0) }
      query.codeOrder = key == nil ? CodeOrder(isDescending: isAscending) : nil
      query.sort = key.map { ListingSort($0, isDescending: isAscending) } ?? .newest
    }
    if column == .price { status = "Sorted by what buyers pay." }
    if column == .sale { status = "Sorted by the discount in percent." }
  }

  private mutating func widen(by step: Int) {
    widening[column] = min(max(widening[column, default: 0] + step, -20), 80)
  }

  /// The marked rows, or the cell with the cursor, with tabs between columns.
  private mutating func copy() -> [SheetEffect] {
    let rows = targets
    let columns = marked.isEmpty ? [column] : columns
    let lines = rows.map { row in
      columns.map { PastedTable.written(text(row, $0) ?? "") }.joined(separator: "\t")
    }
    guard !lines.isEmpty else { return [] }
    status = Message(
      count: rows.count, one: "Copied 1 listing.", other: "Copied \(rows.count) listings.")
    if marked.isEmpty { status = "Copied the cell." }
    return [.copy(lines.joined(separator: "\n"))]
  }
}
