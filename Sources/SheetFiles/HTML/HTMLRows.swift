import Foundation

/// The rows of the largest table of a web page, as shops and banks give them to spreadsheets.
///
/// The page is read as a whole.
struct HTMLRows: RowReader {
  let encoding: TextEncoding
  private(set) var remarks: [SheetRemark] = [.webPage]
  private var rows: [SheetRow]
  private var taken = 0

  init(_ path: String, encoding: TextEncoding?) throws(SheetError) {
    let input = try TextInput(path, encoding: encoding ?? Self.declaredEncoding(of: path))
    var bytes: [UInt8] = []
    while try input.read(into: &bytes) {
      guard bytes.count <= SheetLimits.pageBytes else {
        throw SheetError(
          path: path, reason: .suspicious(.size(limit: SheetLimits.pageBytes)))
      }
    }
    guard let text = String(validating: bytes, as: UTF8.self) else {
      throw input.invalidText(row: 1)
    }
    self.encoding = input.encoding
    var tables = HTMLTables()
    for token in HTMLScanner(text) {
      tables.add(token)
      guard tables.cellCount <= SheetLimits.pageCells else {
        throw SheetError(path: path, reason: .suspicious(.cells(limit: SheetLimits.pageCells)))
      }
    }
    tables.finish()
    guard let largest = tables.largest else { throw SheetError(path: path, reason: .noTable) }
    rows = largest
    if !tables.merged.isEmpty { remarks.append(.merged(tables.merged)) }
  }

  mutating func next() throws(SheetError) -> SheetRow? {
    guard taken < rows.count else { return nil }
    taken += 1
    return rows[taken - 1]
  }

  /// The encoding that the page names.
  private static func declaredEncoding(of path: String) -> TextEncoding? {
    guard let file = FileHandle(forReadingAtPath: path) else { return nil }
    defer { try? file.close() }
    let start = String(decoding: (try? file.read(upToCount: 4096)) ?? Data(), as: UTF8.self)
    guard let found = start.lowercased().firstRange(of: "charset=") else { return nil }
    let name = start.lowercased()[found.upperBound...].drop { $0 == "\"" || $0 == "'" }
      .prefix { $0.isLetter || $0.isNumber || $0 == "-" || $0 == "_" }
    return TextEncoding(name: String(name))
  }
}

/// Collects the tables of a page. A table within a cell is a table of its own.
private struct HTMLTables {
  private struct Table {
    var rows: [SheetRow] = []
    var number = 0
    var cells: [SheetCell]?
    var text: String?
    /// The nesting in texts that are struck out, as old prices are.
    var struck = 0
    /// The columns and rows that the open cell covers.
    var span = (columns: 1, rows: 1)
    var merges = MergedCells()
    var merged: [String] = []
    var covered: [Int: Int] = [:]
  }

  private var open: [Table] = []
  private var best = Table()
  private(set) var cellCount = 0

  var largest: [SheetRow]? { best.rows.isEmpty ? nil : best.rows }
  var merged: [String] { best.merged }

  mutating func add(_ token: HTMLScanner.Token) {
    switch token {
    case .start("table", _): open.append(Table())
    case .end("table"): closeTable()
    case .start("tr", _):
      closeRow()
      if let last = open.indices.last { open[last].cells = [] }
    case .end("tr"): closeRow()
    case .start("td", let attributes), .start("th", let attributes): openCell(attributes)
    case .end("td"), .end("th"): closeCell()
    case .start("br", _), .end("p"): append("\n")
    case .start("s", _), .start("del", _), .start("strike", _): strike(1)
    case .end("s"), .end("del"), .end("strike"): strike(-1)
    case .text(let text):
      append(
        text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
          .joined(separator: " "))
    default: break
    }
  }

  mutating func finish() { while !open.isEmpty { closeTable() } }

  private mutating func strike(_ step: Int) {
    guard let last = open.indices.last else { return }
    open[last].struck = max(open[last].struck + step, 0)
  }

  private mutating func append(_ text: String) {
    guard let last = open.indices.last, open[last].text != nil, open[last].struck == 0,
      open[last].text?.utf8.count ?? 0 < SheetLimits.cellBytes
    else { return }
    open[last].text? += text
  }

  private mutating func openCell(_ attributes: Substring) {
    closeCell()
    guard let last = open.indices.last else { return }
    if open[last].cells == nil { open[last].cells = [] }
    func span(_ name: String, most: Int) -> Int {
      HTMLScanner.value(of: name, in: attributes).flatMap { Int($0) }.map { min(max($0, 1), most) }
        ?? 1
    }
    (open[last].text, open[last].struck) = ("", 0)
    open[last].span = (span("colspan", most: 1000), span("rowspan", most: SheetLimits.rows))
    skipCovered(last)
  }

  /// Leaves out the columns that cells of the rows above cover.
  private mutating func skipCovered(_ index: Int) {
    let row = open[index].number + 1
    while let cells = open[index].cells, let last = open[index].covered[cells.count], last >= row {
      open[index].cells?.append(.empty)
      cellCount += 1
    }
  }

  private mutating func closeCell() {
    guard let last = open.indices.last, let text = open[last].text,
      let column = open[last].cells?.count
    else { return }
    open[last].text = nil
    let plain = HTMLEntities.decoded(text).trimmingCharacters(in: .whitespacesAndNewlines)
    let (columns, rows) = open[last].span
    open[last].cells?.append(plain.isEmpty ? .empty : .text(plain))
    open[last].cells?.append(contentsOf: Array(repeating: .empty, count: columns - 1))
    cellCount += columns
    guard rows > 1 else { return }
    let first = open[last].number + 1
    open[last].merges.add(.init(first...first + rows - 1, column: column))
    for covered in column..<column + columns { open[last].covered[covered] = first + rows - 1 }
  }

  private mutating func closeRow() {
    closeCell()
    guard let last = open.indices.last, var cells = open[last].cells else { return }
    open[last].cells = nil
    open[last].number += 1
    let number = open[last].number
    open[last].merged += open[last].merges.fill(&cells, row: number)
    open[last].rows.append(SheetRow(number: number, cells: cells))
  }

  private mutating func closeTable() {
    closeRow()
    guard let table = open.popLast() else { return }
    if table.rows.count > best.rows.count { best = table }
  }
}
