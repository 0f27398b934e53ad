/// Opens tables of all formats.
package enum SheetReader {
  /// Opens a file and reads its header; blocks, as reading rows does.
  ///
  /// - Throws: `SheetError` if the file cannot be read, or has no usable header.
  package static func open(
    _ path: String, options: SheetOptions = SheetOptions()
  ) throws(SheetError) -> SheetSource {
    guard let format = SheetFormat(path: path) else {
      let ending = path.lowercased().split(separator: "/").last?.split(separator: ".").last ?? ""
      let isSpreadsheet = ["ods", "xls", "xlsm", "xlsb", "numbers"].contains(ending)
      throw SheetError(
        path: path, reason: isSpreadsheet ? .otherSpreadsheet(".\(ending)") : .unknownFormat)
    }
    var file = SheetFile(path: path, format: format)
    switch format {
    case .csv, .tsv:
      var rows = try DelimitedRows(path, format: format, encoding: options.encoding)
      file.separator = rows.separator
      file.encoding = rows.encoding
      let first = try rows.next()
      guard options.hasHeader else { return SheetSource(file, first: first, rows: rows) }
      return try SheetSource(file, header: first, rows: rows)
    case .json, .jsonl:
      let rows = try JSONRows(path, format: format, encoding: options.encoding)
      file.encoding = rows.encoding
      file.header = rows.keys
      return SheetSource(file, rows: rows)
    case .xlsx: return try openSpreadsheet(file, options)
    }
  }

  private static func openSpreadsheet(
    _ file: SheetFile, _ options: SheetOptions
  ) throws(SheetError) -> SheetSource {
    let workbook = try Workbook(ZipArchive(file.path))
    let sheet = try workbook.sheet(options.sheet)
    var file = file
    file.sheet = sheet.name
    file.sheets = workbook.sheets.filter(\.isVisible).map(\.name)
    let styles = try workbook.entry(ofType: "styles").map { entry throws(SheetError) in
      try CellStyles(entry, in: file.path)
    }
    try styles?.parse()
    let texts = try workbook.entry(ofType: "sharedStrings").map { entry throws(SheetError) in
      try SharedTexts(entry, in: file.path)
    }
    try texts?.parse()
    let rows = try Worksheet(
      workbook.entry(of: sheet), in: file.path, texts: texts, styles: styles,
      uses1904: workbook.uses1904)
    let first = try rows.next()
    guard options.hasHeader else { return SheetSource(file, first: first, rows: rows) }
    return try SheetSource(file, header: first, rows: rows)
  }
}

/// Rows in the order of a file.
protocol RowReader {
  /// The next row, which may be empty; nil at the end.
  mutating func next() throws(SheetError) -> SheetRow?
}
