import Foundation
import MarketWire
import TerminalKit

/// Writes listings as CSV, TSV, JSON, JSON lines or ids.
///
/// Values go from the listing directly into UTF-8, without a tree or strings in between, so that
/// writing 100,000 rows takes less time than reading them.
struct RowWriter {
  enum Nesting {
    /// The rows are elements of a JSON array.
    case element
    /// The only row is the whole JSON document.
    case single
  }

  private let format: OutputFormat
  private let fields: [ListingField]
  private let nesting: Nesting
  private let file: SheetStyle?
  /// The text before each value of an object: comma, line break and key.
  private var heads: [UTF8Buffer] = []
  private var bytes = UTF8Buffer()
  private var count = 0

  /// - Parameters:
  ///   - fields: nil for the default fields: the short ones in TSV, otherwise all.
  ///   - file: the style of a file; nil for a pipe.
  init(
    format: OutputFormat, fields: [ListingField]?, nesting: Nesting = .element,
    file: SheetStyle? = nil
  ) {
    let isRow = file == nil && (format == .tsv || format.isForPeople)
    self.format = format
    self.fields =
      fields ?? (isRow ? ListingField.brief : ListingField.standard)
    self.nesting = nesting
    self.file = file
    heads = self.fields.enumerated().map { index, field in
      var head = UTF8Buffer()
      if index > 0 { head.append(",") }
      head.append(key: field.rawValue, level: objectLevel.map { $0 + 1 })
      return head
    }
  }

  /// The indentation level of a row's object; nil if it is one line.
  private var objectLevel: Int? {
    guard format == .json else { return nil }
    return nesting == .element ? 1 : 0
  }

  /// Writes the text before the first row.
  mutating func open() {
    if file?.isForExcel ?? false { bytes.append("\u{FEFF}") }
    switch format {
    case .csv: appendHeader(separator: ",", end: "\r\n")
    case .tsv where file != nil: appendHeader(separator: "\t", end: "\n")
    case .json where nesting == .element: bytes.append("[")
    default: break
    }
  }

  private mutating func appendHeader(separator: StaticString, end: StaticString) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      bytes.append(field.rawValue)
    }
    if !fields.isEmpty { bytes.append(end) }
  }

  /// Writes the text after the last row.
  mutating func close() {
    guard format == .json else { return }
    switch nesting {
    case .element: bytes.append(count == 0 ? "]\n" : "\n]\n")
    case .single: bytes.append("\n")
    }
  }

  mutating func append(_ row: ListingRow) {
    switch format {
    case .ids:
      guard row.product.id > 0 else { return }
      bytes.append(row.product.id)
      bytes.append("\n")
    case .csv: appendCells(of: row, separator: ",", end: "\r\n")
    case .tsv, .table, .grid: appendCells(of: row, separator: "\t", end: "\n")
    case .jsonl:
      appendObject(row)
      bytes.append("\n")
    case .json:
      if nesting == .element { bytes.append(count == 0 ? "\n  " : ",\n  ") }
      appendObject(row)
    }
    count += 1
  }

  /// Appends one `key⇥value` line per field: a single listing in TSV.
  mutating func appendFields(of row: ListingRow) {
    for field in ListingField.standard {
      bytes.append(field.rawValue)
      bytes.append("\t")
      appendCell(field, of: row)
      bytes.append("\n")
    }
  }

  /// Returns the text since the last call.
  mutating func take() -> String { bytes.take() }

  /// The number of bytes that the next `take()` returns.
  var pending: Int { bytes.count }

  private mutating func appendCells(
    of row: ListingRow, separator: StaticString, end: StaticString
  ) {
    for (index, field) in fields.enumerated() {
      if index > 0 { bytes.append(separator) }
      appendCell(field, of: row)
    }
    bytes.append(end)
  }

  private mutating func appendCell(_ field: ListingField, of row: ListingRow) {
    switch field.value(of: row) {
    case .missing: break
    case .integer(let value): bytes.append(value)
    case .flag(let flag): bytes.append(flag ? "true" : "false")
    case .amount(let value): bytes.append(value)
    case .text(let text): append(cell: text)
    case .day(let date): bytes.append(day: date)
    case .moment(let date): bytes.append(moment: date)
    case .pictures(let pictures):
      append(cell: pictures.map(\.url).joined(separator: " "))
    case .notes(let notes): append(cell: notes.map(\.text).joined(separator: "; "))
    }
  }

  /// Appends a text. A file of tab-separated values is quoted like CSV, so that line breaks survive;
  /// a pipe gets one line per row.
  private mutating func append(cell text: String) {
    if let file {
      bytes.append(csv: file.guarded(text))
    } else if format == .csv {
      bytes.append(csv: text)
    } else {
      bytes.append(line: text)
    }
  }

  private mutating func appendObject(_ row: ListingRow) {
    bytes.append("{")
    for (head, field) in zip(heads, fields) {
      bytes.append(head)
      appendValue(field.value(of: row), level: objectLevel.map { $0 + 1 })
    }
    if !fields.isEmpty { bytes.breakLine(objectLevel) }
    bytes.append("}")
  }

  private mutating func appendValue(_ value: ListingField.Value, level: Int?) {
    switch value {
    case .missing: bytes.append("null")
    case .integer(let value): bytes.append(value)
    case .flag(let flag): bytes.append(flag ? "true" : "false")
    case .amount(let value): bytes.append(value)
    case .text(let text): bytes.append(json: text)
    case .day, .moment:
      bytes.append("\"")
      if case .day(let date) = value { bytes.append(day: date) }
      if case .moment(let date) = value { bytes.append(moment: date) }
      bytes.append("\"")
    case .pictures(let pictures): append(pictures, level: level)
    case .notes(let notes): append(notes, level: level)
    }
  }

  private mutating func append(_ notes: [ListingMarks.Note], level: Int?) {
    append(
      notes.map { note in
        [
          ("date", .moment(note.date)), ("text", .text(note.text)),
          ("rating", note.rating.map(ListingField.Value.integer) ?? .missing),
        ]
      }, level: level)
  }

  private mutating func append(_ pictures: [ProductImage], level: Int?) {
    append(
      pictures.map { picture in
        [
          ("id", picture.id.map(ListingField.Value.integer) ?? .missing),
          ("url", .text(picture.url)),
          ("thumbnail", picture.thumbnailURL.map(ListingField.Value.text) ?? .missing),
        ]
      }, level: level)
  }

  /// Appends an array of objects.
  private mutating func append(_ objects: [[(key: String, value: ListingField.Value)]], level: Int?)
  {
    bytes.append("[")
    for (index, members) in objects.enumerated() {
      if index > 0 { bytes.append(",") }
      bytes.breakLine(level.map { $0 + 1 })
      bytes.append("{")
      for (index, member) in members.enumerated() {
        if index > 0 { bytes.append(",") }
        bytes.append(key: member.key, level: level.map { $0 + 2 })
        appendValue(member.value, level: level.map { $0 + 2 })
      }
      bytes.breakLine(level.map { $0 + 1 })
      bytes.append("}")
    }
    if !objects.isEmpty { bytes.breakLine(level) }
    bytes.append("]")
  }
}

extension UTF8Buffer {
  /// Appends a line break and two spaces per level; nothing if the object is one line.
  fileprivate mutating func breakLine(_ level: Int?) {
    guard let level else { return }
    append("\n")
    for _ in 0..<level { append("  ") }
  }

  fileprivate mutating func append(key: String, level: Int?) {
    breakLine(level)
    append("\"")
    append(key)
    append(level == nil ? "\":" : "\": ")
  }
}
