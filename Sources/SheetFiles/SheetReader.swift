/// Opens tables of all formats.
package enum SheetReader {
  /// Opens a file and reads its header; blocks, as reading rows does.
  ///
  /// - Throws: `SheetError` if the file cannot be read, or has no usable header.
  package static func open(
    _ path: String, options: SheetOptions = SheetOptions()
  ) throws(SheetError) -> SheetSource {
    let format = try SheetKind.format(of: path)
    var file = SheetFile(path: path, format: format)
    switch format {
    case .csv, .tsv:
      let rows = try DelimitedRows(path, format: format, encoding: options.encoding)
      file.separator = rows.separator
      file.encoding = rows.encoding
      file.remarks = rows.found
      return try source(file, rows, options)
    case .json, .jsonl:
      let rows = try JSONRows(path, format: format, encoding: options.encoding)
      file.encoding = rows.encoding
      if rows.isRecognized { file.remarks = [.encoding(rows.encoding)] }
      file.header = rows.keys
      return SheetSource(file, rows: rows)
    case .xlsx: return try openSpreadsheet(file, options)
    case .ods: return try openDocument(file, options)
    case .html:
      let rows = try HTMLRows(path, encoding: options.encoding)
      file.encoding = rows.encoding
      return try source(file, rows, options)
    }
  }

  private static func openSpreadsheet(
    _ file: SheetFile, _ options: SheetOptions
  ) throws(SheetError) -> SheetSource {
    let workbook = try Workbook(ZipArchive(file.path))
    let sheet = try workbook.sheet(options.sheet, takesHidden: options.takesHidden)
    var file = file
    file.sheet = sheet.name
    file.sheets = workbook.sheets.filter(\.isVisible).map(\.name)
    let hidden = workbook.sheets.filter { !$0.isVisible && $0.name != sheet.name }
    if !hidden.isEmpty { file.remarks.append(.hiddenSheets(hidden.map(\.name))) }
    let rows = try workbook.rows(of: sheet, takesHidden: options.takesHidden)
    let first = try rows.next()
    if !options.takesHidden { file.hiddenColumns = rows.hiddenColumns }
    guard options.hasHeader else { return SheetSource(file, first: first, rows: rows) }
    return try SheetSource(file, header: first, rows: rows)
  }

  private static func openDocument(
    _ file: SheetFile, _ options: SheetOptions
  ) throws(SheetError) -> SheetSource {
    let rows = try DocumentSheets.open(file.path, options)
    let first = try rows.next()
    var file = file
    file.sheet = rows.sheet.name
    file.sheets = rows.sheet.visible
    file.remarks = rows.sheet.remarks
    if !options.takesHidden { file.hiddenColumns = rows.hiddenColumns }
    guard options.hasHeader else { return SheetSource(file, first: first, rows: rows) }
    return try SheetSource(file, header: first, rows: rows)
  }

  private static func source(
    _ file: SheetFile, _ rows: some RowReader, _ options: SheetOptions
  ) throws(SheetError) -> SheetSource {
    var rows = rows
    let first = try rows.next()
    guard options.hasHeader else { return SheetSource(file, first: first, rows: rows) }
    return try SheetSource(file, header: first, rows: rows)
  }
}

/// Rows in the order of a file.
protocol RowReader {
  /// What was found in the rows so far.
  var remarks: [SheetRemark] { get }

  /// The next row, which may be empty; nil at the end.
  mutating func next() throws(SheetError) -> SheetRow?
}

extension RowReader {
  var remarks: [SheetRemark] { [] }
}
