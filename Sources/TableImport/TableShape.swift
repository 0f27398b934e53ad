import CommandLanguage
import Messages
import SellerSession
package import SheetFiles

/// Where the table of a file is: its sheet, its header, and the rows that do not belong to it.
package struct TableShape: Sendable {
  /// What the seller said about it.
  package struct Options: Sendable {
    /// The row with the names of the columns; 0 if there is none.
    package var headerRow: Int?
    /// The rows that are left out.
    package var skipped: [ClosedRange<Int>] = []
    /// The first texts of the rows that an earlier file had there: another row is not left out.
    var skippedTexts: [Int: String] = [:]

    package init() {}

    var isChosen: Bool { headerRow != nil || !skipped.isEmpty }

    /// The rows as `--skip-rows` takes them; nil if there are none.
    var skippedText: String? {
      skipped.isEmpty
        ? nil
        : skipped.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
          .joined(separator: ",")
    }
  }

  /// The file, with the header that was found.
  package private(set) var file: SheetFile
  let path: String
  /// The layout of another program that the header has.
  private(set) var layout: TableLayout?
  /// The first rows below the header, as samples of their values.
  private(set) var samples: [SheetRow] = []
  /// The rows that explain the columns, and the first row above the header that has a value.
  private(set) var guides: [Int] = []
  private(set) var title: Int?
  /// The title that says that amounts are thousands, and its row.
  private(set) var unit: (text: String, row: Int)?
  /// The titles that may say which currency the amounts have.
  private(set) var currencyTitles: [String] = []
  /// Whether the columns are named by their letters, because no row has names.
  var hasLetters: Bool { file.headerRow == 0 }
  /// The other sheets that have columns of listings, if the seller chose none.
  private(set) var otherTables: [String] = []
  /// The other sheets with such columns, if a saved layout chose this one.
  private var alikeTables: [String] = []
  /// Whether values in columns without a name are left out.
  var allowsUnnamed = false
  private var sheet: SheetOptions
  private let options: Options
  /// The last row of the header.
  private var end = 0

  /// - Parameters:
  ///   - layout: a layout that the seller named.
  ///   - detects: whether known layouts are recognized.
  ///   - more: further names of columns, by which a header is found.
  init(
    _ path: String, _ sheet: SheetOptions, _ options: Options = Options(),
    layout: TableLayout? = nil, detects: Bool = true, more: [String] = []
  ) throws(SheetError) {
    self.path = path
    self.options = options
    self.sheet = sheet
    let names = Set(more.map(ImportColumn.folded))
    let isKnown = { (name: String) in
      let folded = ImportColumn.folded(name)
      return !folded.isEmpty
        && (ImportColumn(named: name) != nil || Self.layoutNames.contains(folded)
          || names.contains(folded))
    }
    let source = try SheetReader.open(path, options: self.sheet)
    file = source.file
    if file.format.isJSON {
      self.layout = layout ?? (detects ? KnownLayouts.layout(of: file.header) : nil)
      while samples.count < 5, let row = try source.next() { samples.append(row) }
      return
    }
    let mayBeOther = sheet.sheet == nil && file.sheets.count > 1
    var score = 0
    do {
      score = try find(in: source, isKnown)
    } catch {
      guard mayBeOther, case .noHeader = error.reason else { throw error }
    }
    if mayBeOther, options.headerRow != 0 {
      if score < 2 { findInOtherSheet(score, isKnown) }
      otherTables = file.sheets.filter { $0 != file.sheet && table(in: $0, isKnown) != nil }
    }
    guard !file.header.isEmpty else { throw SheetError(path: path, reason: .noHeader) }
    self.layout = layout ?? (detects ? KnownLayouts.layout(of: file.header) : nil)
    leaveGuidesOut()
  }

  /// Names the sheets with columns of listings that were found without the layout that chose this one.
  mutating func addTables(of other: TableShape) {
    alikeTables = ([other.file.sheet].compactMap(\.self) + other.otherTables)
      .filter { $0 != file.sheet }
  }

  private static let layoutNames = Set(
    KnownLayouts.all.flatMap { $0.columns.flatMap(\.names) + $0.options }.map(ImportColumn.folded))

  /// Finds the header among the first rows; returns the number of known names.
  private mutating func find(
    in source: SheetSource, _ isKnown: @escaping (String) -> Bool
  ) throws(SheetError) -> Int {
    var rows: [SheetRow] = []
    while rows.count < HeaderFinder.depth, let row = try source.next() {
      if options.headerRow.map({ row.number > $0 + 20 }) ?? false { break }
      if !isSkipped(row) { rows.append(row) }
    }
    while let wanted = options.headerRow, let last = rows.last, last.number < wanted,
      let row = try source.next()
    {
      rows.append(row)
    }
    let finder = HeaderFinder(rows: rows, isKnown: isKnown)
    file = source.file
    if options.headerRow == 0 || options.headerRow == nil && finder.hasNoHeader {
      file.headerRow = 0
      file.header = (0..<(rows.map(\.cells.count).max() ?? 0)).map(file.columnName)
      samples = rows
      return 0
    }
    guard let header = finder.header(at: options.headerRow) else {
      throw SheetError(path: path, row: options.headerRow, reason: .noHeader)
    }
    file.header = header.names
    while file.header.last?.isEmpty == true { file.header.removeLast() }
    file.headerRow = rows[header.last].number
    readTitles(rows[..<header.first])
    addUnits(below: header.last, rows)
    end = rows[header.last].number
    samples = Array(rows.dropFirst(header.last + 1))
    return header.score
  }

  /// Reads what the rows above the header say about the amounts.
  private mutating func readTitles(_ rows: ArraySlice<SheetRow>) {
    title = rows.first?.number
    unit = rows.lazy.flatMap { row in
      row.cells.map { (text: $0.text, row: row.number) }
    }.first { Self.isUnit($0.text) && Self.isThousands($0.text) }
    currencyTitles = rows.flatMap { row in
      let texts = row.cells.map(\.text).filter { !$0.isEmpty }
      return texts.filter {
        CurrencySigns.all(in: $0).count == 1
          && Self.isAboutAmounts($0, isAlone: texts.count == 1)
      }
    }
  }

  /// Adds units in brackets in the row below the header to the names of the columns.
  private mutating func addUnits(below index: Int, _ rows: [SheetRow]) {
    guard index + 1 < rows.count else { return }
    let texts = rows[index + 1].cells.map(\.text)
    guard texts.allSatisfy({ $0.isEmpty || $0.contains(/^[(（].*[)）]$/) }) else { return }
    for (index, text) in texts.enumerated().prefix(file.header.count)
    where !file.header[index].isEmpty
      && (ColumnNote.notes(of: text).contains(where: \.changesMeaning)
        || TableShape.isThousands(text) || !CurrencySigns.all(in: text).isEmpty)
    { file.header[index] += " \(text)" }
  }

  /// Takes another sheet if the first one has no header and the other one does.
  private mutating func findInOtherSheet(_ score: Int, _ isKnown: @escaping (String) -> Bool) {
    let others = file.sheets.lazy.filter { [file] in $0 != file.sheet }
    let found = others.compactMap { [self] in table(in: $0, isKnown) }
    if let other = found.first(where: { $0.score > score }) { self = other.shape }
  }

  /// The table in another sheet, with the number of known names; nil if it has none.
  private func table(
    in name: String, _ isKnown: @escaping (String) -> Bool
  ) -> (shape: TableShape, score: Int)? {
    var other = self
    other.sheet.sheet = name
    guard let source = try? SheetReader.open(path, options: other.sheet),
      let score = try? other.find(in: source, isKnown), score > 1
    else { return nil }
    return (other, score)
  }

  /// Whether a title that names one currency is about that of the amounts.
  ///
  /// - Parameter isAlone: whether nothing else is in its row.
  private static func isAboutAmounts(_ title: String, isAlone: Bool) -> Bool {
    let words = /단위|통화|기준|가격|단가|\b(?:units?|currency|prices?|amounts?|preis\w*|prix|precios?)\b/
    return title.lowercased().contains(words)
      || isAlone && ImportColumn.words(of: title).joined().count <= 4
      || ColumnNote.notes(of: title).contains { !CurrencySigns.all(in: $0.text).isEmpty }
  }

  /// Whether a title is about the unit of amounts, and not about listings such as `만원의 행복`.
  private static func isUnit(_ title: String) -> Bool {
    title.contains("단위") || title.lowercased().contains(/\b(?:units?|prices?|amounts?)\b/)
      || ColumnNote.compact(title).wholeMatch(
        of:
          /[(\[]?(?:[백천만억]원?|10{2,}원|(?:in)?(?:thousands?|10{2,})(?:krw|won)?|(?:krw|won)10{2,})[)\]]?/
      )
        != nil
  }

  /// Whether a text names a unit of a hundred won or more, as `가격(천)` and `단위: 1,000원` do.
  static func isThousands(_ text: String) -> Bool {
    let compact = ColumnNote.compact(text)
    return compact.contains(
      /[백천만억]원|단위:?(?:[백천만억]|10{2,}(?:원|$|\)))|(?:^|[(\[])(?:[백천만억]|10{2,}원)(?:$|[)\]])/)
      || compact.contains(
        /inthousand|thousands?(?:of)?(?:krw|won)|(?:^|[(\[])thousands?(?:$|[)\]])|in000s|'000|(?:^|[(\[:]|in)10{2,}(?:krw|won)(?:$|[)\]])|(?:krw|won)10{2,}(?:$|[)\]])/
      )
  }

  private mutating func leaveGuidesOut() {
    let fields = layout?.columns.filter { Self.amounts.contains($0.field) }.flatMap(\.names) ?? []
    let names = Set(fields.map(ImportColumn.folded))
    let amounts = Set(
      file.header.indices.filter { index in
        let name = file.header[index]
        return names.contains(ImportColumn.folded(name))
          || ImportColumn(named: name).map(Self.amounts.contains) ?? false
      })
    guides = samples.prefix { HeaderFinder.isGuide($0, amounts) }.map(\.number)
    samples.removeFirst(guides.count)
  }

  private static let amounts: Set<ImportColumn> = [.price, .salePrice, .discount, .stock]

  func isSkipped(_ row: SheetRow) -> Bool {
    options.skipped.contains { $0.contains(row.number) }
      && (options.skippedTexts.isEmpty
        || options.skippedTexts[row.number] == Self.firstText(of: row))
  }

  /// By which a row is known that a saved layout leaves out.
  static func firstText(of row: SheetRow) -> String {
    let first = row.cells.first { !$0.isBlank }?.text ?? ""
    return HeaderFinder.name(String(first.prefix(80)))
  }

  /// The rows below the header; each call reads the file again.
  func rows() throws(SheetError) -> TableRows {
    TableRows(self, try SheetReader.open(path, options: sheet), after: end)
  }

  private static func rows(_ first: Int, _ last: Int) -> String {
    first == last ? "\(first)" : "\(first)–\(last)"
  }

  static let noNames: Message = """
    no row has the names of the columns, so they are called A, B, C: \(command: "--map A=name") says \
    what one means, and \(command: "--header-row 1") takes the first row for their names
    """

  /// What there is to say about rows that are not read.
  var notes: [Message] {
    var notes: [Message] = []
    if hasLetters { notes.append(Self.noNames) }
    if let title, let row = file.headerRow {
      let titles = Self.rows(title, row - 1)
      notes.append(
        Message(
          count: row - title,
          one: "the names of the columns are in row \(row); row \(titles) above is a title",
          other: "the names of the columns are in row \(row); rows \(titles) above are titles"))
    }
    if let first = guides.first, let last = guides.last {
      notes.append(
        Message(
          count: guides.count,
          one: "row \(Self.rows(first, last)) explains the columns and is left out",
          other: "rows \(Self.rows(first, last)) explain the columns and are left out"))
    }
    if let name = file.sheet, let first = file.sheets.first, name != first, sheet.sheet != nil {
      notes.append("the table is in the sheet \(quoted: name)")
    }
    let others = otherTables + alikeTables
    if let other = others.first {
      let names = Message.list(others.map { "\(quoted: $0)" })
      notes.append(
        """
        other sheets have columns of listings, too, and are not read: \(names); \
        `\(command: "--sheet \(TypedCommand.argument(other))")` reads another one
        """)
    }
    return notes
  }
}

/// The rows of a table, one by one.
final class TableRows {
  private let shape: TableShape
  private let source: SheetSource
  private let end: Int
  /// The folded names of the columns; none for a table without a row of names.
  private let names: [String]
  /// The rows that only have sums, which are left out.
  private(set) var totals: [Int] = []
  /// The rows that say the names of the columns again, which are left out, too.
  private(set) var headers: [Int] = []
  /// The first texts of rows that the seller leaves out, by their numbers.
  private(set) var skipped: [Int: String] = [:]
  /// The columns without a name of which a value was refused.
  private var refused: Set<Int> = []
  /// What was found in the file and in the rows so far.
  var remarks: [SheetRemark] { source.remarks }

  init(_ shape: TableShape, _ source: SheetSource, after end: Int) {
    self.shape = shape
    self.source = source
    self.end = end
    let hasNames = shape.file.headerRow ?? 0 > 0
    names = hasNames ? shape.file.header.map(ImportColumn.folded) : []
  }

  /// The next row; nil at the end.
  ///
  /// - Throws: `SheetError`; if it is only about the row, the next call continues after the row.
  func next() throws(SheetError) -> SheetRow? {
    while let row = try source.next() {
      if shape.isSkipped(row) {
        if skipped.count < 1000 { skipped[row.number] = TableShape.firstText(of: row) }
        continue
      }
      if row.number <= end && !source.file.format.isJSON
        || shape.guides.contains(row.number) || row.cells.allSatisfy(\.isBlank)
      {
        continue
      }
      if !source.file.format.isJSON, HeaderFinder.isTotal(row) {
        totals.append(row.number)
        continue
      }
      if HeaderFinder.isHeader(row, names) {
        headers.append(row.number)
        continue
      }
      if !shape.allowsUnnamed { try check(row) }
      return row
    }
    return nil
  }

  private func check(_ row: SheetRow) throws(SheetError) {
    let header = shape.file.header
    for index in row.cells.indices
    where (index >= header.count || header[index].isEmpty) && !row.cells[index].isBlank
      && refused.insert(index).inserted
    {
      throw SheetError(
        path: shape.path, row: row.number, column: shape.file.columnName(index),
        reason: .noColumn(value: row.cells[index].text))
    }
  }
}
