/// Makes rows of the elements of a sheet.
struct SheetRows {
  /// The rows that are complete, and not empty.
  var ready: [SheetRow] = []

  private let texts: SharedTexts?
  private let styles: CellStyles?
  private let uses1904: Bool
  private let takesHidden: Bool
  private var merged: MergedCells
  private(set) var notes = RowNotes()
  /// The columns that are not shown, from 0.
  private(set) var hiddenColumns: [ClosedRange<Int>] = []

  /// The row and the cell that are being parsed.
  private var row = 0
  private var isHidden = false
  private var cells: [SheetCell] = []
  private var width = 0
  private var column = -1
  private var kind = Kind.number
  private var style = 0
  /// Whether the value is more than the text or number that stands for it, such as a picture.
  private var isRich = false
  private var value: [UInt8] = []
  private var formula: [UInt8] = []
  private var target = Target.none
  private var phonetics = 0
  /// Whether the run of text in a cell is struck out, as an old price is.
  private var isStruck = false

  /// The values of the attribute `t` of a cell.
  private enum Kind {
    case number
    case shared
    /// A text, of a formula or in the cell itself.
    case text
    case boolean
    case error
    case date
  }

  /// The element whose text is collected.
  private enum Target {
    case none
    case value
    case formula
  }

  init(
    texts: SharedTexts?, styles: CellStyles?, uses1904: Bool, merged: MergedCells,
    takesHidden: Bool
  ) {
    self.texts = texts
    self.styles = styles
    self.uses1904 = uses1904
    self.merged = merged
    self.takesHidden = takesHidden
  }

  /// Begins an element; returns what is wrong with it, if anything.
  mutating func start(_ name: XMLName, _ attributes: XMLAttributes) -> String? {
    switch name.letter {
    case UInt8(ascii: "c"): return startCell(attributes)
    case UInt8(ascii: "v"), UInt8(ascii: "t"):
      if phonetics == 0, column >= 0, !isStruck { target = .value }
    case UInt8(ascii: "r"): isStruck = false
    case UInt8(ascii: "f"): target = .formula
    case .some: break
    case nil:
      if name == "row" { return startRow(attributes) }
      if name == "rPh" { phonetics += 1 }
      if name == "strike" { isStruck = attributes["val"] == nil || attributes.isTrue("val") }
      if name == "col", attributes.isTrue("hidden"),
        let first = attributes["min"].flatMap({ Int($0) }),
        let last = attributes["max"].flatMap({ Int($0) }), first > 0, last >= first
      {
        hiddenColumns.append(first - 1...last - 1)
      }
    }
    return nil
  }

  /// Ends an element; returns what is wrong with it, if anything.
  mutating func end(_ name: XMLName) -> String? {
    switch name.letter {
    case UInt8(ascii: "c"): return endCell()
    case UInt8(ascii: "v"), UInt8(ascii: "t"), UInt8(ascii: "f"): target = .none
    case UInt8(ascii: "r"): isStruck = false
    case .some: break
    case nil:
      if name == "row" { endRow() }
      if name == "rPh" { phonetics -= 1 }
    }
    return nil
  }

  /// Appends a piece of text; returns false if the value is too long.
  mutating func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    switch target {
    case .none: return true
    case .value:
      value.append(contentsOf: bytes)
      return value.count <= SheetLimits.cellBytes
    case .formula:
      formula.append(contentsOf: bytes)
      return formula.count <= SheetLimits.cellBytes
    }
  }
}

extension SheetRows {
  private mutating func startRow(_ attributes: XMLAttributes) -> String? {
    var number = row + 1
    isHidden = false
    for (name, value) in attributes {
      if name.letter == UInt8(ascii: "r") {
        number = CellReference.number(value) ?? 0
      } else if name == "hidden" {
        isHidden = value[0] == CChar(UInt8(ascii: "1")) || value[0] == CChar(UInt8(ascii: "t"))
      }
    }
    guard number > row, number <= SheetLimits.rows else {
      return "row \(number) follows row \(row)"
    }
    row = number
    column = -1
    cells = []
    cells.reserveCapacity(width)
    return nil
  }

  private mutating func endRow() {
    notes.merged += merged.fill(&cells, row: row)
    width = cells.count
    guard !cells.isEmpty else { return }
    if isHidden, !takesHidden { return notes.addHidden(row) }
    ready.append(SheetRow(number: row, cells: cells))
  }

  private mutating func startCell(_ attributes: XMLAttributes) -> String? {
    var next = column + 1
    kind = .number
    style = 0
    isRich = false
    for (name, value) in attributes {
      switch name.letter {
      case UInt8(ascii: "r"): next = CellReference.column(value) ?? -1
      case UInt8(ascii: "s"): style = CellReference.number(value) ?? 0
      case UInt8(ascii: "t"): kind = Self.kind(value)
      case nil: if name == "vm" { isRich = true }
      default: break
      }
    }
    // Cells without a place follow each other; all others are in the order of their columns.
    guard row > 0, next > column, next < SheetLimits.columns else {
      return "row \(row) has a cell in the wrong place"
    }
    column = next
    value.removeAll(keepingCapacity: true)
    formula.removeAll(keepingCapacity: true)
    return nil
  }

  private mutating func endCell() -> String? {
    guard let cell = cell() else { return "row \(row) has a cell without a valid value" }
    guard cell != .empty else { return nil }
    while cells.count < column { cells.append(.empty) }
    cells.append(cell)
    return nil
  }

  private static func kind(_ name: UnsafePointer<CChar>) -> Kind {
    switch UInt8(bitPattern: name[0]) {
    case UInt8(ascii: "s"): name[1] == 0 ? .shared : .text
    case UInt8(ascii: "i"): .text
    case UInt8(ascii: "b"): .boolean
    case UInt8(ascii: "e"): .error
    case UInt8(ascii: "d"): .date
    default: .number
    }
  }

  private static let errors: Set = [
    "#DIV/0!", "#N/A", "#NAME?", "#NULL!", "#NUM!", "#REF!", "#VALUE!",
  ]

  /// The value of the cell; nil if it is invalid.
  private func cell() -> SheetCell? {
    if isRich && kind == .error || isPicture { return .empty }
    if value.isEmpty {
      // Programs that do not calculate write formulas without values.
      return formula.isEmpty || kind == .text
        ? .empty : .error("=" + String(decoding: formula, as: UTF8.self))
    }
    switch kind {
    case .number: return number(String(decoding: value, as: UTF8.self))
    case .shared: return sharedText()
    case .text:
      let text = CellText.decode(value[...])
      // Some programs write the error of a formula as its text.
      return !formula.isEmpty && Self.errors.contains(text) ? .error(text) : .text(text)
    case .boolean:
      return .boolean(value.elementsEqual("1".utf8) || value.elementsEqual("true".utf8))
    case .error: return .error(String(decoding: value, as: UTF8.self))
    case .date: return .date(String(decoding: value, as: UTF8.self))
    }
  }

  /// Whether the formula shows a picture; see ``SheetPictures``.
  private var isPicture: Bool {
    formula.count > 8 && String(decoding: formula.prefix(20), as: UTF8.self).contains("DISPIMG(")
  }

  private func sharedText() -> SheetCell? {
    guard let texts, let index = Int(String(decoding: value, as: UTF8.self)),
      index >= 0, index < texts.count
    else { return nil }
    let text = texts[index]
    return text.isEmpty ? .empty : .text(text)
  }

  private func number(_ literal: String) -> SheetCell? {
    guard let digits = SpreadsheetNumber.digits(of: literal) else { return nil }
    switch style == 0 ? .number : styles?.format(of: style) ?? .number {
    case .number: return .number(digits)
    case .date:
      let date = SpreadsheetNumber.date(of: literal, uses1904: uses1904)
      return date.map(SheetCell.date) ?? .number(digits)
    case .percent: return SpreadsheetNumber.percent(of: literal).map(SheetCell.text)
    case .amount(let currencies): return .amount(digits, currencies: currencies)
    case .thousands(let unit): return .text(digits + unit)
    case .code(let prefix, let count): return SpreadsheetNumber.code(digits, prefix, count)
    }
  }
}
