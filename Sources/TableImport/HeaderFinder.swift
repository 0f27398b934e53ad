import SheetFiles

/// Finds the row with the names of the columns among the first rows of a sheet: below title rows, in
/// two rows, and above rows that explain the columns.
struct HeaderFinder {
  /// The first rows that have a value.
  let rows: [SheetRow]
  /// Whether a cell is the name of a column.
  let isKnown: (String) -> Bool
  /// The most rows above a header.
  static let depth = 40

  /// A header and the rows that it is in, by their index.
  struct Header {
    var names: [String]
    var first: Int
    var last: Int
    /// The number of known names.
    var score: Int
  }

  /// - Parameter wanted: the number of the row that the seller named.
  func header(at wanted: Int?) -> Header? {
    guard !rows.isEmpty else { return nil }
    if let wanted { return rows.firstIndex { $0.number == wanted }.map(header(in:)) }
    let headers = rows.indices.map(header(in:))
    let best = headers.max { $0.score < $1.score }?.score ?? 0
    guard best > 0, let found = headers.first(where: { $0.score == best }) else {
      return headers[widest]
    }
    let pairs = [found.first - 1, found.first].filter { $0 >= 0 && $0 + 1 < rows.count }
    let both = pairs.map { joined(headers[$0], headers[$0 + 1]) }
    return both.first { $0.score > best } ?? found
  }

  /// Whether no row has a known name, and the first one has values as listings do.
  var hasNoHeader: Bool {
    guard let first = rows.first, rows.indices.allSatisfy({ header(in: $0).score == 0 }) else {
      return false
    }
    let values = first.cells.map(\.text).filter {
      CellValue.isAmount($0) || PhotoNames.arePhotos($0)
    }
    return values.count > 1 && widest == 0
  }

  /// Without a known name, the first row that has as many texts as rows below it have values.
  private var widest: Int {
    let counts = rows.map { row in row.cells.count { $0 != .empty } }
    let most = counts.max() ?? 0
    return counts.firstIndex { $0 * 10 >= most * 6 } ?? 0
  }

  private func header(in index: Int) -> Header {
    header(rows[index].cells.map { Self.name($0.text) }, index...index)
  }

  private func header(_ names: [String], _ rows: ClosedRange<Int>) -> Header {
    let known = Set(names.filter(isKnown).map(ImportColumn.folded))
    return Header(
      names: names, first: rows.lowerBound, last: rows.upperBound, score: known.count)
  }

  /// The names of two rows: those of the lower one, otherwise those above. A name that the lower row
  /// has several times begins with the one above it.
  private func joined(_ upper: Header, _ lower: Header) -> Header {
    var group = ""
    var names: [String] = []
    let counts = lower.names.reduce(into: [:]) { $0[$1, default: 0] += 1 }
    for index in 0..<max(upper.names.count, lower.names.count) {
      let above = index < upper.names.count ? upper.names[index] : ""
      let below = index < lower.names.count ? lower.names[index] : ""
      if !above.isEmpty { group = above }
      let isRepeated = counts[below, default: 0] > 1
      names.append(
        below.isEmpty ? above : isRepeated && group != below ? "\(group) \(below)" : below)
    }
    return header(names, upper.first...lower.last)
  }

  /// The name of a column in one line.
  static func name(_ text: String) -> String {
    text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
  }

  private static let marks: Set = [
    "필수", "선택", "필수입력", "선택입력", "비필수", "조건부필수", "필수항목", "선택항목", "required", "optional",
    "mandatory", "recommended", "필수값", "자동입력",
  ]
  private static let guideWords = [
    "숫자", "입력", "필수", "예)", "예:", "예시", "ex)", "e.g", "example", "number", "required", "이내",
    "optional", "단위",
  ]

  private static let examples: Set = ["예", "예시", "ex", "example", "sample"]

  private static let totals: Set = [
    "합계", "총계", "소계", "총합계", "총합", "계", "total", "totals", "subtotal", "grandtotal", "sum",
    "summe", "gesamt", "gesamtsumme", "合計", "小計",
  ]

  /// Whether a row has only sums: a word for them, and otherwise numbers.
  static func isTotal(_ row: SheetRow) -> Bool {
    let filled = row.cells.filter { !$0.isBlank }
    guard filled.count > 1, case .text(let first) = filled[0], first.utf8.count < 20,
      totals.contains(ImportColumn.folded(first))
    else { return false }
    return filled.dropFirst().allSatisfy { cell in
      switch cell {
      case .number, .amount, .error: true
      default: CellValue.isAmount(cell.text) || CellValue.errors.contains(cell.text)
      }
    }
  }

  /// Whether a row says the names of the columns again, as the pages of a printed table and files that
  /// were joined do.
  ///
  /// - Parameter names: the folded names.
  static func isHeader(_ row: SheetRow, _ names: [String]) -> Bool {
    let filled = row.cells.indices.lazy.filter { !row.cells[$0].isBlank }
    return filled.dropFirst().first != nil
      && filled.allSatisfy { index in
        index < names.count && !names[index].isEmpty
          && ImportColumn.folded(row.cells[index].text) == names[index]
      }
  }

  /// Whether a row below the header explains the columns.
  ///
  /// - Parameter amounts: the columns that have numbers.
  static func isGuide(_ row: SheetRow, _ amounts: Set<Int>) -> Bool {
    let texts = row.cells.map { $0.text.lowercased() }
    let filled = texts.filter { !$0.isEmpty }
    let marked = filled.count { marks.contains(ImportColumn.folded($0)) }
    if marked > 0, marked * 2 >= filled.count { return true }
    // Units, the rule below a header in Markdown, or the names that programs have for the columns.
    if !filled.isEmpty, filled.allSatisfy({ $0.contains(/^([(（].*[)）]|[-=:]+)$/) }) { return true }
    let names = row.cells.map(\.text).filter { $0.contains(/^[a-zA-Z][a-zA-Z0-9_]*$/) }
    let compounds = names.count { $0.contains("_") || $0.contains(/[a-z][A-Z]/) }
    if names.count == filled.count, compounds * 2 > filled.count { return true }
    if let first = filled.first {
      let word = first.prefix(while: \.isLetter)
      let mark = first[word.endIndex...].first
      if examples.contains(String(word)), mark.map(":).".contains) ?? true { return true }
    }
    return amounts.contains { index in
      index < texts.count && guideWords.contains(where: texts[index].contains)
    }
  }
}
