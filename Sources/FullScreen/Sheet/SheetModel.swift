import CommandLanguage
import LineEditor
import MarketRender
import MarketWire
import Messages
import SellerSession
import TerminalKit

/// The state of a sheet, a pure function of the events so far and of its rules.
///
/// 1. A value that was typed stays in `changes` until it is taken back, typed again, or the market
///    has it.
/// 2. `editor` edits the cell with the cursor, or the text of `prompt`.
struct SheetModel: WindowModel {
  /// What is asked for in the last line.
  enum Prompt: Hashable, Sendable {
    case filter
    case find
    case replacement(of: String)
    case columns
    case sale
  }

  let rules: SheetRules
  private(set) var viewport: Viewport
  private(set) var size: TerminalSize
  var list: BrowseList
  var changes: SheetChanges
  var marked: [Int: ListingRow]
  var columns: [SheetColumn]
  var widening: [SheetColumn: Int]
  /// The column with the cursor.
  var column: SheetColumn
  /// The filter as it was typed.
  var filter: String
  /// The row at which a range of marks begins.
  var anchor: Int?
  var editor: LineEditor
  var isEditing = false
  /// Whether what is typed took the place of the value of the cell.
  var isReplacing = false
  var prompt: Prompt?
  var status: Message?
  var showsKeys = false
  /// The first line of the keys that is on the screen.
  var keysTop = 0
  /// What was typed and waits for the row that it acts on.
  private var early: [TerminalInput] = []
  /// The listing whose description is loaded before it is edited.
  var awaited: Int?
  /// The rows that are marked once all are loaded.
  var marking: ClosedRange<Int>?
  /// The greatest width of each column so far, so that the columns stay where they are.
  private(set) var widths: [SheetColumn: Int] = [:]
  /// The rows of the last screen.
  private(set) var drawn: [Int: SheetView.Row] = [:]

  init(_ place: SheetPlace, rules: SheetRules, viewport: Viewport, size: TerminalSize) {
    self.rules = rules
    self.viewport = viewport
    self.size = size
    list = BrowseList(place.list)
    (changes, marked) = (place.changes, place.marked)
    (columns, widening, column) = (place.columns, place.widening, place.column)
    filter = place.filter
    editor = LineEditor(assistant: SilentAssistant(), history: History(), keys: .emacs)
    if !columns.contains(column) { column = columns.first ?? .name }
    status = unsent
  }

  /// What there is to say about changes of an earlier time.
  private var unsent: Message? {
    changes.isEmpty
      ? nil
      : Message(
        count: changes.count, one: "1 change is not sent yet.",
        other: "\(changes.count) changes are not sent yet.")
  }

  var place: SheetPlace {
    var place = SheetPlace(list.place)
    (place.changes, place.marked) = (changes, marked)
    (place.columns, place.widening, place.column) = (columns, widening, column)
    place.filter = filter
    return place
  }

  var isTooSmall: Bool { WindowScreen.isTooSmall(size) }
  /// The number of rows on the screen: without the heading, the titles and the last line.
  var visible: Int { max(size.rows - 3, 1) }

  mutating func start() -> [SheetEffect] { settle() }

  mutating func screen() -> WindowScreen? {
    drawn = SheetView(self).rows
    widths.merge(SheetView(self).widths, uniquingKeysWith: max)
    return SheetView(self).screen
  }

  /// What was typed is kept, also if the terminal is closed.
  func end(after error: (any Error)?) throws -> SheetEnd? {
    if let error { throw error }
    return .quit
  }

  func unread(_ later: [TerminalInput]) -> [TerminalInput] { early + later }

  mutating func handle(_ event: SheetEvent) -> [SheetEffect] {
    let version = changes.version
    let effects = effects(of: event) + settle()
    return effects + (changes.version == version ? [] : [.save(place)])
  }

  private mutating func effects(of event: SheetEvent) -> [SheetEffect] {
    switch event {
    case .input(let input): return take(input)
    case .resized(let viewport, let size):
      (self.viewport, self.size, widths, drawn) = (viewport, size, [:], [:])
    case .page(let request, let result):
      list.take(request, result)
      if case .success(let page) = result { compare(page.rows) }
      if let failure = list.failure {
        status = "\(failure.text) · \(command: "r") tries again"
        // It was meant for the new list.
        if list.isOfEarlierQuery { early = [] }
      }
      return takeEarlyKeys()
    case .detail(let id, let result): return take(id, result)
    case .all(let result):
      mark(result)
      return takeEarlyKeys()
    case .saved(let failure):
      if let failure { status = "what was typed could not be kept: \(failure.text)" }
    }
    return []
  }

  /// Scrolls to the cursor, and asks for the rows on the screen.
  private mutating func settle() -> [SheetEffect] {
    list.scroll(visible: visible, perLine: 1)
    return list.requests(for: list.top..<list.top + visible, .mine).map(SheetEffect.load)
  }

  /// Drops what the market has by now.
  private mutating func compare(_ rows: [ListingRow]) {
    let saysUnsent = status == unsent
    defer { if saysUnsent { status = unsent } }
    for row in rows {
      let id = row.product.id
      if marked[id] != nil { marked[id] = row }
      for column in SheetColumn.allCases where changes.cells[id]?[column] != nil {
        changes.drop(SheetChanges.Place(id, column), ifDoneBy: rules.text(row, column))
      }
    }
  }

  private mutating func take(
    _ id: Int, _ result: Result<Product, WindowFailure>
  ) -> [SheetEffect] {
    let wasAwaited = awaited == id
    if wasAwaited { awaited = nil }
    switch result {
    case .success(let product):
      list.update(product)
      if wasAwaited, list.row?.product.id == id { beginEditing(nil) }
    case .failure(let failure): status = failure.text
    }
    return takeEarlyKeys()
  }

  private mutating func mark(_ result: Result<[ListingRow], WindowFailure>) {
    defer { marking = nil }
    switch result {
    case .success(let rows):
      guard let range = marking?.clamped(to: 0...max(rows.count - 1, 0)), !rows.isEmpty else {
        return
      }
      for row in rows[range] { marked[row.product.id] = row }
      compare(rows)
    case .failure(let failure): status = failure.text
    }
  }
}

// What is typed before the row is there that it acts on.
extension SheetModel {
  private mutating func take(_ input: TerminalInput) -> [SheetEffect] {
    let leaves: [Key] = [.control("c"), .control("z"), Key(.escape)]
    if case .key(let key) = input, leaves.contains(key) {
      (early, awaited, marking) = ([], nil, nil)
    } else if mustWait, early.count < 1000 {
      // A click is for what is on the screen.
      if case .mouse = input { return [] }
      early.append(input)
      return []
    }
    return act(on: input)
  }

  private mutating func act(on input: TerminalInput) -> [SheetEffect] {
    switch input {
    case .key(let key): return type(key)
    case .mouse(let mouse): return click(mouse)
    case .paste(let text): paste(text)
    case .reply: break
    }
    return []
  }

  private var mustWait: Bool {
    guard !isTooSmall, list.failure == nil else { return false }
    return awaited != nil || marking != nil || list.isOfEarlierQuery
      || list.row == nil && list.total != 0
  }

  private mutating func takeEarlyKeys() -> [SheetEffect] {
    var inputs = early[...]
    early = []
    var effects: [SheetEffect] = []
    while let input = inputs.popFirst() {
      guard !mustWait else {
        early = [input] + inputs
        break
      }
      effects += act(on: input) + settle()
      if effects.contains(where: { if case .leave = $0 { true } else { false } }) {
        early = Array(inputs)
        break
      }
    }
    return effects
  }
}

// The values of the cells.
extension SheetModel {
  /// The value of a cell with what was typed into its row; nil if it is not loaded.
  func text(_ row: ListingRow, _ column: SheetColumn) -> String? {
    changes.cells[row.product.id]?[column]?.new ?? rules.text(changed(row), column)
  }

  /// A listing with what was typed.
  func changed(_ row: ListingRow) -> ListingRow {
    let texts = changes.texts(of: row.product.id)
    return texts.isEmpty ? row : (try? rules.changed(row, texts).get()) ?? row
  }

  /// Whether others have changed a value since the new one was typed.
  func isConflict(_ row: ListingRow, _ column: SheetColumn) -> Bool {
    guard let cell = changes.cells[row.product.id]?[column], let now = rules.text(row, column)
    else { return false }
    return now != cell.old
  }

  /// The marked listings as they are on the screen, then those that are not there; without marks,
  /// the one with the cursor.
  var targets: [ListingRow] {
    guard !marked.isEmpty else { return list.row.map { [$0] } ?? [] }
    let places = Dictionary(list.rows.map { ($1.product.id, $0) }, uniquingKeysWith: min)
    return marked.values.sorted {
      let (left, right) = ($0.product.id, $1.product.id)
      return (places[left] ?? .max, -left) < (places[right] ?? .max, -right)
    }
  }

  /// The listings that the value of the cell with the cursor is typed for. What others changed is
  /// decided for the cell alone.
  var editedRows: [ListingRow] {
    guard let row = list.row, isConflict(row, column) else { return targets }
    return [row]
  }

  private typealias Typed = (place: SheetChanges.Place, old: String, new: String)

  /// Types texts into the cells of some listings, all or none.
  ///
  /// - Returns: the number of cells, or what is wrong.
  mutating func type(
    _ rows: [(row: ListingRow, texts: [(column: SheetColumn, text: String)])]
  ) -> Result<Int, FormFault> {
    var typed: [Typed] = []
    var faults: [(id: Int, text: Message)] = []
    var count = 0
    for (row, texts) in rows {
      do {
        let read = try read(row, texts)
        count += read.count { text(row, $0.place.column) != $0.new }
        typed += read
      } catch {
        faults.append((row.product.id, error.text))
      }
    }
    faults += codeFaults(typed)
    if let first = faults.first {
      return .failure(
        FormFault(
          rows.count == 1
            ? first.text
            : "\(faults.count) of \(rows.count) listings cannot take it; \(first.id): \(first.text)"
        ))
    }
    changes.type(typed)
    return .success(count)
  }

  /// The new values of a listing, which are checked together: a sale price with the new price.
  private func read(
    _ row: ListingRow, _ written: [(column: SheetColumn, text: String)]
  ) throws(FormFault) -> [Typed] {
    var texts = changes.texts(of: row.product.id)
    var typed: [Typed] = []
    for (column, text) in written.filter({ $0.column != .sale })
      + written.filter({ $0.column == .sale })
    {
      guard let old = rules.text(row, column) else { continue }
      // Of a row without changes this is the row itself: many may be marked.
      let before = texts.isEmpty ? row : (try? rules.changed(row, texts).get()) ?? changed(row)
      let new = try rules.read(before, column, text).get()
      texts[column] = new
      typed.append((SheetChanges.Place(row.product.id, column), old, new))
    }
    if !typed.isEmpty { _ = try rules.changed(row, texts).get() }
    return typed
  }

  /// Two listings cannot get the same code.
  private func codeFaults(_ typed: [Typed]) -> [(id: Int, text: Message)] {
    let codes = typed.filter { $0.place.column == .code && !$0.new.isEmpty }
    if codes.isEmpty { return [] }
    let retyped = Set(typed.filter { $0.place.column == .code }.map(\.place.listing))
    var holders: [String: Int] = [:]
    for (id, cells) in changes.cells where !retyped.contains(id) {
      if let code = cells[.code]?.new { holders[code] = id }
    }
    return codes.compactMap { code in
      guard let other = holders.updateValue(code.place.listing, forKey: code.new) else {
        return nil
      }
      return (code.place.listing, "\(other) gets the code \(code.new) already")
    }
  }
}
