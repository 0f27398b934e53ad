/// The rows of a file, read one by one: memory does not grow with the file.
package final class SheetSource {
  package let file: SheetFile
  private var rows: any RowReader
  /// The first row, which was read to know what the file has.
  private var first: SheetRow?
  private var cellCount = 0
  /// What was found in the file and in the rows so far.
  package var remarks: [SheetRemark] { file.remarks + rows.remarks }

  init(_ file: SheetFile, first: SheetRow?, rows: any RowReader) {
    self.file = file
    self.rows = rows
    self.first = first
  }

  /// The next row that has a value; nil at the end.
  package func next() throws(SheetError) -> SheetRow? {
    while var row = try nextRow() {
      while row.cells.last == .empty { row.cells.removeLast() }
      if row.cells.isEmpty { continue }
      cellCount += row.cells.count
      guard cellCount <= SheetLimits.cells else {
        throw SheetError(path: file.path, reason: .suspicious(.cells(limit: SheetLimits.cells)))
      }
      return row
    }
    return nil
  }

  private func nextRow() throws(SheetError) -> SheetRow? {
    guard let row = first else { return try rows.next() }
    first = nil
    return row
  }
}
