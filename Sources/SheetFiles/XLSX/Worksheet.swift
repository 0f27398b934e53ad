/// The rows of a sheet, parsed piece by piece.
final class Worksheet: XMLPart, RowReader {
  private let texts: SharedTexts?
  private let styles: CellStyles?
  private let uses1904: Bool

  /// Rows that are parsed and not taken yet, in order from `taken` on.
  private var ready: [SheetRow] = []
  private var taken = 0

  /// The row and the cell that are being parsed.
  private var row = 0
  private var cells: [SheetCell] = []
  private var width = 0
  private var column = -1
  private var kind = Kind.number
  private var style = 0
  private var value: [UInt8] = []
  private var formula: [UInt8] = []
  private var target = Target.none
  private var phonetics = 0

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
    _ entry: ZipEntry, in path: String, texts: SharedTexts?, styles: CellStyles?, uses1904: Bool
  ) throws(SheetError) {
    self.texts = texts
    self.styles = styles
    self.uses1904 = uses1904
    try super.init(entry, in: path)
  }

  func next() throws(SheetError) -> SheetRow? {
    while taken == ready.count {
      ready.removeAll(keepingCapacity: true)
      taken = 0
      if isAtEnd { return nil }
      try advance()
    }
    taken += 1
    return ready[taken - 1]
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name.isLetter("c") {
      startCell(attributes)
    } else if name.isLetter("v") || name.isLetter("t") {
      if phonetics == 0, column >= 0 { target = .value }
    } else if name.isLetter("f") {
      target = .formula
    } else if name == "row" {
      startRow(attributes)
    } else if name == "rPh" {
      phonetics += 1
    }
  }

  override func end(_ name: XMLName) {
    if name.isLetter("c") {
      endCell()
    } else if name.isLetter("v") || name.isLetter("t") || name.isLetter("f") {
      target = .none
    } else if name == "row" {
      if !cells.isEmpty { ready.append(SheetRow(number: row, cells: cells)) }
      width = cells.count
    } else if name == "rPh" {
      phonetics -= 1
    }
  }

  override func text(_ bytes: UnsafeRawBufferPointer) {
    switch target {
    case .none: return
    case .value: value.append(contentsOf: bytes)
    case .formula: formula.append(contentsOf: bytes)
    }
    if value.count > SheetLimits.cellBytes || formula.count > SheetLimits.cellBytes {
      stop(.valueTooLong(limit: SheetLimits.cellBytes))
    }
  }
}

extension Worksheet {
  private func startRow(_ attributes: XMLAttributes) {
    var number = row + 1
    for (name, value) in attributes where name.isLetter("r") {
      number = CellReference.number(value) ?? 0
    }
    guard number > row, number <= SheetLimits.rows else {
      return stop(damaged: "row \(number) follows row \(row)")
    }
    row = number
    column = -1
    cells = []
    cells.reserveCapacity(width)
  }

  private func startCell(_ attributes: XMLAttributes) {
    var next = column + 1
    kind = .number
    style = 0
    for (name, value) in attributes {
      if name.isLetter("r") {
        next = CellReference.column(value) ?? -1
      } else if name.isLetter("s") {
        style = CellReference.number(value) ?? 0
      } else if name.isLetter("t") {
        kind = Self.kind(value)
      }
    }
    // Cells without a place follow each other; all others are in the order of their columns.
    guard row > 0, next > column, next < SheetLimits.columns else {
      return stop(damaged: "row \(row) has a cell in the wrong place")
    }
    column = next
    value.removeAll(keepingCapacity: true)
    formula.removeAll(keepingCapacity: true)
  }

  private func endCell() {
    let cell = cell()
    guard cell != .empty else { return }
    while cells.count < column { cells.append(.empty) }
    cells.append(cell)
  }

  private static func kind(_ name: UnsafePointer<CChar>) -> Kind {
    switch name[0] {
    case CChar(UInt8(ascii: "s")): name[1] == 0 ? .shared : .text
    case CChar(UInt8(ascii: "i")): .text
    case CChar(UInt8(ascii: "b")): .boolean
    case CChar(UInt8(ascii: "e")): .error
    case CChar(UInt8(ascii: "d")): .date
    default: .number
    }
  }

  private func cell() -> SheetCell {
    if value.isEmpty {
      // Programs that do not calculate write formulas without values.
      return formula.isEmpty || kind == .text
        ? .empty : .error("=" + String(decoding: formula, as: UTF8.self))
    }
    switch kind {
    case .number: return number(String(decoding: value, as: UTF8.self))
    case .shared: return sharedText()
    case .text: return .text(CellText.decode(value))
    case .boolean:
      return .boolean(value.elementsEqual("1".utf8) || value.elementsEqual("true".utf8))
    case .error: return .error(String(decoding: value, as: UTF8.self))
    case .date: return .date(String(decoding: value, as: UTF8.self))
    }
  }

  private func sharedText() -> SheetCell {
    guard let texts, let index = Int(String(decoding: value, as: UTF8.self)),
      index >= 0, index < texts.count
    else {
      stop(damaged: "row \(row) refers to a text that does not exist")
      return .empty
    }
    let text = texts[index]
    return text.isEmpty ? .empty : .text(text)
  }

  private func number(_ literal: String) -> SheetCell {
    guard let digits = SpreadsheetNumber.digits(of: literal) else {
      stop(damaged: "row \(row) has a number that is none")
      return .empty
    }
    switch style == 0 ? .number : styles?.kind(of: style) ?? .number {
    case .number: return .number(digits)
    case .date:
      let date = SpreadsheetNumber.date(of: literal, uses1904: uses1904)
      return date.map(SheetCell.date) ?? .number(digits)
    case .percent: return SpreadsheetNumber.percent(of: literal).map(SheetCell.text) ?? .empty
    }
  }
}
