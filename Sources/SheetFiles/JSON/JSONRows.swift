import MarketWire

/// The rows of a `.json` or `.jsonl`: objects, whose keys are the columns.
///
/// The file is read twice, because its last object may have a key that no other has.
struct JSONRows: RowReader {
  /// The keys of all objects, in the order of their first appearance.
  let keys: [String]
  var encoding: TextEncoding { elements.input.encoding }
  var isRecognized: Bool { elements.input.isRecognized }

  private var elements: JSONElements
  private let columns: [String: Int]
  /// Whether each object begins in a line of its own.
  private let hasLines: Bool
  private var count = 0

  init(_ path: String, format: SheetFormat, encoding: TextEncoding?) throws(SheetError) {
    var first = try JSONElements(path, format: format, encoding: encoding)
    var keys: [String] = []
    var columns: [String: Int] = [:]
    var hasLines = true
    var line = 0
    while let element = try first.next() {
      for (key, _) in try Self.members(of: element, in: path) where columns[key] == nil {
        columns[key] = keys.count
        keys.append(key)
      }
      guard keys.count <= SheetLimits.columns else {
        throw SheetError(
          path: path, row: element.line, reason: .tooManyColumns(limit: SheetLimits.columns))
      }
      hasLines = hasLines && element.line > line
      line = element.line
    }
    guard !keys.isEmpty else { throw SheetError(path: path, reason: .noHeader) }
    self.keys = keys
    self.columns = columns
    self.hasLines = hasLines
    elements = try JSONElements(path, format: format, encoding: encoding)
  }

  mutating func next() throws(SheetError) -> SheetRow? {
    guard let element = try elements.next() else { return nil }
    count += 1
    let row = hasLines ? element.line : count
    var cells: [SheetCell] = []
    for (key, value) in try Self.members(of: element, in: elements.input.path) {
      // The file may have changed since the first reading.
      guard let column = columns[key] else { continue }
      while cells.count <= column { cells.append(.empty) }
      let cell = SheetCell(value)
      guard cell.text.utf8.count <= SheetLimits.cellBytes else {
        throw SheetError(
          path: elements.input.path, row: row, column: key,
          reason: .valueTooLong(limit: SheetLimits.cellBytes))
      }
      cells[column] = cell
    }
    return SheetRow(number: row, cells: cells)
  }

  private static func members(
    of element: JSONElements.Element, in path: String
  ) throws(SheetError) -> [(key: String, value: JSON)] {
    guard case .object(let object) = element.value else {
      throw SheetError(
        path: path, row: element.line, reason: .notAnObject(kind: element.value.kind))
    }
    var seen: Set<String> = []
    for (key, _) in object.members where !seen.insert(key).inserted {
      throw SheetError(path: path, row: element.line, column: key, reason: .duplicateColumn(key))
    }
    return object.members
  }
}

extension SheetCell {
  /// The cell for a value of JSON.
  ///
  /// A list becomes a text with `;` between its elements, of which pictures are their addresses;
  /// other objects remain JSON.
  init(_ value: JSON) {
    switch value {
    case .null: self = .empty
    case .bool(let flag): self = .boolean(flag)
    case .number(let number): self = .number(number.literal)
    case .string(let text): self = text.isEmpty ? .empty : .text(text)
    case .object: self = .text(value.text())
    case .array(let values):
      let texts = values.map(Self.element)
      let text =
        texts.contains(nil) ? value.text() : texts.compactMap(\.self).joined(separator: ";")
      self = text.isEmpty ? .empty : .text(text)
    }
  }

  /// The text of an element of a list; nil for one that only JSON can hold.
  private static func element(_ value: JSON) -> String? {
    switch value {
    case .string(let text): text
    case .number(let number): number.literal
    case .object(let object): (object["url"] ?? object["src"])?.stringValue
    case .bool, .null, .array: nil
    }
  }
}
