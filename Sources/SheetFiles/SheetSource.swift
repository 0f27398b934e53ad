import Foundation

/// The rows of a file below its header, read one by one: memory does not grow with the file.
package final class SheetSource {
  package let file: SheetFile
  private var rows: any RowReader
  /// The first row, if it is not the header.
  private var first: SheetRow?
  private let hasHeader: Bool
  private var cellCount = 0
  /// What was found in the file and in the rows so far.
  package var remarks: [SheetRemark] { file.remarks + rows.remarks }

  /// - Parameter rows: rows whose columns are those of `file.header`.
  init(_ file: SheetFile, rows: any RowReader) {
    self.file = file
    self.rows = rows
    hasHeader = true
  }

  /// All rows as they are; the caller finds the header.
  init(_ file: SheetFile, first: SheetRow?, rows: any RowReader) {
    self.file = file
    self.rows = rows
    self.first = first
    hasHeader = false
  }

  /// - Parameters:
  ///   - header: the first row of the file, which may be empty.
  ///   - rows: the rows after it.
  init(_ file: SheetFile, header: SheetRow?, rows: any RowReader) throws(SheetError) {
    var file = file
    var rows = rows
    var first = header
    while let row = first, row.isEmpty { first = try rows.next() }
    guard let first else { throw SheetError(path: file.path, reason: .noHeader) }
    file.headerRow = first.number
    file.header = first.cells.map { $0.columnTitle }
    while file.header.last?.isEmpty == true { file.header.removeLast() }
    var seen: Set<String> = []
    for (index, name) in file.header.enumerated() where !name.isEmpty {
      let key = name.precomposedStringWithCanonicalMapping.lowercased()
      guard seen.insert(key).inserted else {
        throw SheetError(
          path: file.path, row: first.number, column: file.columnName(index),
          reason: .duplicateColumn(name))
      }
    }
    self.file = file
    self.rows = rows
    hasHeader = true
  }

  /// The next row that has a value; nil at the end.
  ///
  /// - Throws: `SheetError`; if it is only about the row, the next call continues after the row.
  package func next() throws(SheetError) -> SheetRow? {
    while var row = try nextRow() {
      while row.cells.last == .empty { row.cells.removeLast() }
      if row.cells.isEmpty { continue }
      cellCount += row.cells.count
      guard cellCount <= SheetLimits.cells else {
        throw SheetError(path: file.path, reason: .suspicious(.cells(limit: SheetLimits.cells)))
      }
      if hasHeader { try check(row) }
      return row
    }
    return nil
  }

  private func nextRow() throws(SheetError) -> SheetRow? {
    guard let row = first else { return try rows.next() }
    first = nil
    return row
  }

  private func check(_ row: SheetRow) throws(SheetError) {
    for index in row.cells.indices
    where (index >= file.header.count || file.header[index].isEmpty) && row.cells[index] != .empty {
      throw SheetError(
        path: file.path, row: row.number, column: file.columnName(index),
        reason: .noColumn(value: row.cells[index].text))
    }
  }
}

extension SheetRow {
  fileprivate var isEmpty: Bool { cells.allSatisfy { $0 == .empty } }
}

extension SheetCell {
  /// The text of a cell of the header in one line, with single blanks.
  package var columnTitle: String {
    text.split { $0.isWhitespace || "\u{200B}\u{FEFF}".contains($0) }.joined(separator: " ")
  }
}
