/// Opens tables of all formats.
package enum SheetReader {
  /// Opens a file; blocks, as reading rows does. Its rows are as they are, with the header.
  package static func open(
    _ path: String, options: SheetOptions = SheetOptions()
  ) throws(SheetError) -> SheetSource {
    var file = SheetFile(path: path, format: try SheetKind.format(of: path))
    var rows = try rows(of: &file, options)
    let first = try rows.next()
    if !options.takesHidden { file.hiddenColumns = rows.hiddenColumns }
    return SheetSource(file, first: first, rows: rows)
  }

  private static func rows(
    of file: inout SheetFile, _ options: SheetOptions
  ) throws(SheetError) -> any RowReader {
    switch file.format {
    case .csv, .tsv:
      let rows = try DelimitedRows(file.path, format: file.format, encoding: options.encoding)
      file.separator = rows.separator
      (file.encoding, file.remarks) = (rows.encoding, rows.found)
      return rows
    case .json, .jsonl:
      let rows = try JSONRows(file.path, format: file.format, encoding: options.encoding)
      (file.encoding, file.header) = (rows.encoding, rows.keys)
      if rows.isRecognized { file.remarks = [.encoding(rows.encoding)] }
      return rows
    case .xlsx:
      let workbook = try Workbook(ZipArchive(file.path))
      let sheet = try workbook.sheet(options)
      file.sheet = sheet.name
      file.sheets = workbook.sheets.filter(\.isVisible).map(\.name)
      let hidden = workbook.sheets.filter { !$0.isVisible && $0.name != sheet.name }
      if !hidden.isEmpty { file.remarks.append(.hiddenSheets(hidden.map(\.name))) }
      return try workbook.rows(of: sheet, takesHidden: options.takesHidden)
    case .ods:
      let rows = try DocumentSheets.open(file.path, options)
      (file.sheet, file.sheets) = (rows.sheet.name, rows.sheet.visible)
      file.remarks = rows.sheet.remarks
      return rows
    case .html:
      let rows = try HTMLRows(file.path, encoding: options.encoding)
      file.encoding = rows.encoding
      return rows
    }
  }
}

/// Rows in the order of a file.
protocol RowReader {
  /// What was found in the rows so far.
  var remarks: [SheetRemark] { get }
  /// The columns that are not shown, from 0; known with the first row.
  var hiddenColumns: [ClosedRange<Int>] { get }

  /// The next row, which may be empty; nil at the end.
  mutating func next() throws(SheetError) -> SheetRow?
}

extension RowReader {
  var remarks: [SheetRemark] { [] }
  var hiddenColumns: [ClosedRange<Int>] { [] }
}
