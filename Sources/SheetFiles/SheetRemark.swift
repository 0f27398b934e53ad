package import Messages

/// What was found in a file, or done to it, that a seller may not expect.
package enum SheetRemark: Hashable, Sendable {
  /// Rows that a spreadsheet does not show, such as those that a filter leaves out.
  case hiddenRows([ClosedRange<Int>])
  case hiddenSheets([String])
  /// Merged cells whose value counts for several rows.
  case merged([String])
  /// The encoding was recognized; the file does not name it.
  case encoding(TextEncoding)
  /// Quotes within values have a backslash in front of them.
  case backslashes
  /// The file is a web page, whatever its name says.
  case webPage

  package var message: Message {
    switch self {
    case .hiddenRows(let ranges):
      "\(Self.rows(ranges)) hidden and left out; \(command: "--hidden") takes them"
    case .hiddenSheets(let names):
      """
      hidden and left out: \(Message.list(names.map { "\(quoted: $0)" })); \
      `\(command: "--sheet NAME")` takes one
      """
    case .merged(let areas):
      Message(
        count: areas.count, one: "merged cells \(areas[0]): their value counts for each row",
        other: """
          \(areas.count) areas of merged cells, such as \(areas[0]): their value counts for each row
          """)
    case .encoding(let encoding):
      """
      the file does not name its encoding and is read as \(formatted: encoding.rawValue); \
      \(command: "--encoding") chooses another
      """
    case .backslashes: "quotes within values are escaped by backslashes"
    case .webPage: "the file is a web page; its largest table is read"
    }
  }

  /// `rows 4 to 6 are`, `row 4 is`.
  private static func rows(_ ranges: [ClosedRange<Int>]) -> Message {
    let count = ranges.reduce(0) { $0 + $1.count }
    let (first, last) = (ranges.first?.lowerBound ?? 0, ranges.last?.upperBound ?? 0)
    if count == 1 { return "row \(first) is" }
    if ranges.count == 1 { return "rows \(first) to \(last) are" }
    return "\(count) rows between \(first) and \(last) are"
  }
}

/// What a reader of rows leaves out and adds.
struct RowNotes {
  var hidden: [ClosedRange<Int>] = []
  var merged: [String] = []

  mutating func addHidden(_ row: Int) {
    if let last = hidden.last, last.upperBound + 1 == row {
      hidden[hidden.count - 1] = last.lowerBound...row
    } else {
      hidden.append(row...row)
    }
  }

  var remarks: [SheetRemark] {
    (hidden.isEmpty ? [] : [.hiddenRows(hidden)]) + (merged.isEmpty ? [] : [.merged(merged)])
  }
}
