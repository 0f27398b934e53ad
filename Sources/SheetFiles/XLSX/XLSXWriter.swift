import CXlsxWriter
import Foundation

/// Writes one sheet as `.xlsx`, row by row: memory does not grow with the file.
///
/// It writes to the path itself; the caller gives the path of a temporary file, and its final name
/// to the complete one.
package final class XLSXWriter {
  /// How a column is written.
  package struct Column: Sendable {
    package enum Kind: Sendable {
      /// Everything is text, also a code such as `007`.
      case text
      case number
      case date
    }

    package var title: String
    package var kind: Kind
    /// The width in characters.
    package var width: Double
    /// The values of a drop-down, which does not prevent others.
    package var choices: [String]
    /// A note at the title.
    package var note: String?

    package init(
      _ title: String, kind: Kind = .text, width: Double = 12, choices: [String] = [],
      note: String? = nil
    ) {
      self.title = title
      self.kind = kind
      self.width = width
      self.choices = choices
      self.note = note
    }
  }

  package let path: String
  private let columns: [Column]
  private var workbook: UnsafeMutablePointer<lxw_workbook>?
  private let sheet: UnsafeMutablePointer<lxw_worksheet>
  private let formats: Formats
  private var row: lxw_row_t = 0

  /// Begins the file with a bold header, which stays visible.
  package init(_ path: String, sheet name: String, columns: [Column]) throws(SheetError) {
    guard let workbook = market_workbook_new(path),
      let sheet = workbook_add_worksheet(workbook, name)
    else { throw SheetError(path: path, reason: .unwritable("no memory")) }
    self.path = path
    self.columns = columns
    self.workbook = workbook
    self.sheet = sheet
    formats = Formats(workbook)
    try writeHeader()
  }

  deinit {
    if let workbook { lxw_workbook_free(workbook) }
  }

  /// Writes the next row; a cell that does not fit the kind of its column becomes text.
  package func append(_ cells: [SheetCell]) throws(SheetError) {
    row += 1
    guard row < lxw_row_t(SheetLimits.rows) else {
      throw failure("a sheet has at most \(SheetLimits.rows) rows")
    }
    for (index, cell) in cells.enumerated() where cell != .empty {
      try write(cell, kind: index < columns.count ? columns[index].kind : .text, column: index)
    }
  }

  /// Completes the file.
  package func close() throws(SheetError) {
    guard let workbook else { return }
    addChoices()
    // Frees the workbook, also after an error.
    self.workbook = nil
    try check(workbook_close(workbook))
  }
}

extension XLSXWriter {
  private struct Formats {
    let header: UnsafeMutablePointer<lxw_format>?
    let text: UnsafeMutablePointer<lxw_format>?
    let date: UnsafeMutablePointer<lxw_format>?
    let moment: UnsafeMutablePointer<lxw_format>?

    init(_ workbook: UnsafeMutablePointer<lxw_workbook>) {
      header = workbook_add_format(workbook)
      format_set_bold(header)
      text = workbook_add_format(workbook)
      // "@" is text: a code that is typed below stays as it is.
      format_set_num_format(text, "@")
      date = workbook_add_format(workbook)
      format_set_num_format(date, "yyyy-mm-dd")
      moment = workbook_add_format(workbook)
      format_set_num_format(moment, "yyyy-mm-dd hh:mm:ss")
    }
  }

  private func writeHeader() throws(SheetError) {
    for (index, column) in columns.enumerated() {
      let position = lxw_col_t(index)
      let format =
        switch column.kind {
        case .text: formats.text
        case .date: formats.date
        case .number: nil as UnsafeMutablePointer<lxw_format>?
        }
      try check(worksheet_set_column(sheet, position, position, column.width, format))
      try check(worksheet_write_string(sheet, 0, position, column.title, formats.header))
      if let note = column.note {
        try check(worksheet_write_comment(sheet, 0, position, note))
      }
    }
    worksheet_freeze_panes(sheet, 1, 0)
  }

  private func addChoices() {
    // The rows that are there, and a thousand more to fill in.
    let last = min(row + 1000, lxw_row_t(SheetLimits.rows - 1))
    for (index, column) in columns.enumerated() where !column.choices.isEmpty {
      let texts = column.choices.map { strdup($0) }
      defer { for text in texts { free(text) } }
      var list = texts.map { UnsafePointer<CChar>($0) } + [nil]
      // Excel allows 255 characters for all choices; without a drop-down the file is still right.
      _ = market_drop_down(sheet, 1, last, lxw_col_t(index), &list)
    }
  }

  private func write(_ cell: SheetCell, kind: Column.Kind, column: Int) throws(SheetError) {
    let position = lxw_col_t(column)
    switch (cell, kind) {
    case (.number(let digits), .number):
      // A number of a spreadsheet has 15 digits; one with more would change.
      guard let number = Double(digits), digits.utf8.count <= 15 else { break }
      return try check(worksheet_write_number(sheet, row, position, number, nil))
    case (.boolean(let flag), _):
      return try check(worksheet_write_boolean(sheet, row, position, flag ? 1 : 0, nil))
    case (.date(let text), .date):
      guard let number = SpreadsheetNumber.serial(of: text) else { break }
      let format = number == number.rounded() ? formats.date : formats.moment
      return try check(worksheet_write_number(sheet, row, position, number, format))
    default: break
    }
    try write(cell.text, position)
  }

  private func write(_ text: String, _ column: lxw_col_t) throws(SheetError) {
    guard !text.utf8.contains(0) else { throw failure(.zeroByte, column) }
    let code = worksheet_write_string(
      sheet, row, column, CellText.encode(text), formats.text)
    if code == LXW_ERROR_MAX_STRING_LENGTH_EXCEEDED {
      throw failure(.valueTooLong(limit: Self.textLimit), column)
    }
    try check(code)
  }

  /// The characters of a cell in Excel.
  private static let textLimit = 32_767

  private func check(_ code: lxw_error) throws(SheetError) {
    guard code != LXW_NO_ERROR else { return }
    throw failure(lxw_strerror(code).map { String(cString: $0) } ?? "error \(code.rawValue)")
  }

  private func failure(_ reason: String) -> SheetError {
    SheetError(path: path, reason: .unwritable(reason))
  }

  private func failure(_ reason: SheetError.Reason, _ column: lxw_col_t) -> SheetError {
    SheetError(
      path: path, row: Int(row) + 1, column: CellReference.letters(of: Int(column)),
      reason: reason)
  }
}
