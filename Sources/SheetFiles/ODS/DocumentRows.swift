/// The rows of a sheet of an OpenDocument spreadsheet (ODF 1.3, part 3, 9).
final class DocumentRows: XMLPart, RowReader {
  let sheet: DocumentSheets.Sheet
  private(set) var hiddenColumns: [ClosedRange<Int>] = []
  var remarks: [SheetRemark] { notes.remarks }

  private let takesHidden: Bool
  private var notes = RowNotes()
  private var merged = MergedCells()
  private var ready: [SheetRow] = []
  private var taken = 0
  /// The number of the current sheet from 1, and the nesting of tables.
  private var sheets = 0
  private var depth = 0
  private var columns = 0
  private var row = 0
  private var rowCount = 1
  private var isHidden = false
  private var cells: [SheetCell] = []
  /// The empty cells behind the last one with a value.
  private var blanks = 0
  private var cell: Cell?
  private var skipped = 0

  /// A cell that is being parsed.
  private struct Cell {
    var value: SheetCell?
    var count = 1
    var rows = 1
    var formula: String?
    /// Whether the value is a text, which may be empty.
    var hasText = false
    var text: [UInt8] = []
    var paragraphs = 0
    var isText = false
  }

  init(
    _ entry: ZipEntry, in path: String, _ sheet: DocumentSheets.Sheet, takesHidden: Bool
  ) throws(SheetError) {
    self.sheet = sheet
    self.takesHidden = takesHidden
    try super.init(entry, in: path)
  }

  func next() throws(SheetError) -> SheetRow? {
    while taken == ready.count {
      ready.removeAll(keepingCapacity: true)
      taken = 0
      if isAtEnd || sheets > sheet.index + 1 { return nil }
      try advance()
    }
    taken += 1
    return ready[taken - 1]
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name == "table" {
      if depth == 0 { sheets += 1 }
      depth += 1
    }
    guard sheets == sheet.index + 1, depth == 1 else { return }
    if skipped > 0 || name == "annotation" || name == "tracked-changes" {
      skipped += 1
    } else if name == "table-column" {
      startColumns(attributes)
    } else if name == "table-row" {
      rowCount = Self.count(attributes["number-rows-repeated"])
      isHidden = ["collapse", "filter"].contains(attributes["visibility"])
      (cells, blanks) = ([], 0)
    } else if name == "table-cell" || name == "covered-table-cell" {
      cell = Self.cell(attributes)
    } else if name == "p", cell != nil {
      if cell?.paragraphs ?? 0 > 0 { cell?.text.append(0x0A) }
      cell?.paragraphs += 1
      cell?.isText = true
    } else if name == "line-break" {
      cell?.text.append(0x0A)
    } else if name == "tab" {
      cell?.text.append(0x09)
    } else if name == "s" {
      let count = min(Self.count(attributes["c"]), 1000)
      cell?.text += [UInt8](repeating: 0x20, count: count)
    }
  }

  override func end(_ name: XMLName) {
    defer { if name == "table" { depth -= 1 } }
    guard sheets == sheet.index + 1, depth == 1 else { return }
    if skipped > 0 {
      skipped -= 1
    } else if name == "p" {
      cell?.isText = false
    } else if name == "table-cell" || name == "covered-table-cell" {
      endCell()
    } else if name == "table-row" {
      endRow()
    }
  }

  override func text(_ bytes: UnsafeRawBufferPointer) {
    guard skipped == 0, let open = cell, open.isText else { return }
    guard open.text.count + bytes.count <= SheetLimits.cellBytes else {
      return stop(.valueTooLong(limit: SheetLimits.cellBytes))
    }
    cell?.text += bytes
  }
}

extension DocumentRows {
  private func startColumns(_ attributes: XMLAttributes) {
    let count = Self.count(attributes["number-columns-repeated"])
    if ["collapse", "filter"].contains(attributes["visibility"]) {
      hiddenColumns.append(columns...columns + count - 1)
    }
    columns += count
  }

  private static func count(_ text: String?) -> Int {
    text.flatMap { Int($0) }.map { min(max($0, 1), SheetLimits.rows) } ?? 1
  }

  private static func cell(_ attributes: XMLAttributes) -> Cell {
    var cell = Cell()
    cell.count = count(attributes["number-columns-repeated"])
    cell.rows = count(attributes["number-rows-spanned"])
    cell.formula = attributes["formula"]
    cell.hasText = attributes["value-type"] == "string"
    let number = attributes["value"].flatMap(SpreadsheetNumber.digits)
    switch attributes["value-type"] {
    case "float": cell.value = number.map(SheetCell.number)
    case "percentage":
      cell.value = attributes["value"].flatMap(SpreadsheetNumber.percent).map(SheetCell.text)
    case "currency":
      let currencies = attributes["currency"].flatMap { NumberFormat.currencies($0) }
      cell.value = number.map { .amount($0, currencies: currencies ?? []) }
    case "date": cell.value = attributes["date-value"].map(SheetCell.date)
    case "time": cell.value = attributes["time-value"].map(SheetCell.date)
    case "boolean": cell.value = .boolean(attributes["boolean-value"] == "true")
    default: break
    }
    return cell
  }

  private func endCell() {
    guard let open = cell else { return }
    cell = nil
    let text = String(decoding: open.text, as: UTF8.self)
    var value = open.value ?? (text.isEmpty ? .empty : .text(text))
    // A formula that gives an error has it as its text.
    if let formula = open.formula {
      if text.hasPrefix("#") || text.hasPrefix("Err:") { value = .error(text) }
      // Programs that do not calculate write formulas without values.
      if value == .empty, !open.hasText { value = .error(Self.shown(formula: formula)) }
    }
    switch value {
    case .number(let digits), .amount(let digits, currencies: []):
      value = Self.shown(digits, as: text) ?? value
    default: break
    }
    guard value != .empty else {
      blanks += open.count
      return
    }
    guard cells.count + blanks + open.count <= SheetLimits.columns else {
      return stop(.tooManyColumns(limit: SheetLimits.columns))
    }
    cells += Array(repeating: .empty, count: blanks)
    blanks = 0
    if open.rows > 1 {
      merged.add(.init(row + 1...row + open.rows, column: cells.count))
    }
    cells += Array(repeating: value, count: open.count)
  }

  /// A formula as programs show it: `=[.A1]` of `of:=[.A1]`.
  private static func shown(formula: String) -> String {
    "=" + (formula.firstIndex(of: "=").map { formula[$0...].dropFirst() } ?? formula[...])
  }

  /// What the text that is shown adds to a number: the sign of a currency, or the zeros of a code.
  private static func shown(_ digits: String, as text: String) -> SheetCell? {
    let sign = text.filter { !$0.isNumber && !".,-()\u{A0} ".contains($0) }
    if NumberFormat.isThousands(sign), text.replacing(",", with: "").hasPrefix(digits) {
      return .text(text)
    }
    if !sign.isEmpty {
      let currencies = NumberFormat.currencies(sign) ?? CurrencySigns.all(in: sign)
      return currencies.isEmpty ? nil : .amount(digits, currencies: currencies)
    }
    let isCode =
      text.hasPrefix("0") && text.utf8.count > digits.utf8.count && text.hasSuffix(digits)
      && text.utf8.allSatisfy { (0x30...0x39).contains($0) }
    return isCode ? .number(text) : nil
  }

  private func endRow() {
    let first = row + 1
    row += rowCount
    if cells.isEmpty { return }
    guard row <= SheetLimits.rows else {
      return stop(damaged: "there are more than \(SheetLimits.rows) rows")
    }
    guard rowCount * cells.count <= SheetLimits.cells else {
      return stop(.suspicious(.cells(limit: SheetLimits.cells)))
    }
    for number in first...row {
      var cells = cells
      notes.merged += merged.fill(&cells, row: number)
      if isHidden, !takesHidden {
        notes.addHidden(number)
      } else {
        ready.append(SheetRow(number: number, cells: cells))
      }
    }
  }
}
