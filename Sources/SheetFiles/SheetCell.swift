/// One cell as the file holds it.
///
/// Cells of `.csv` and `.tsv` are texts; only JSON and spreadsheets know kinds.
package enum SheetCell: Hashable, Sendable {
  case empty
  case text(String)
  /// A number in decimal digits, as a person sees it: `12000`, `0.5`.
  ///
  /// In JSON it is the text of the file, which may have an exponent.
  case number(String)
  /// An amount in decimal digits that a spreadsheet shows in a currency, by its ISO code.
  ///
  /// Of several currencies, the sign fits each; without any, it is the one of the computer on which
  /// the file is open.
  case amount(String, currencies: [String])
  case boolean(Bool)
  /// A date in ISO 8601: `2026-11-03`, `2026-11-03T14:05:00`, `14:05:00`.
  case date(String)
  /// What the spreadsheet program shows instead of a value, such as `#REF!`; the formula, such as
  /// `=A1*2`, if the file has no value for it.
  case error(String)

  /// The value as text, empty without a value.
  package var text: String {
    switch self {
    case .empty: ""
    case .text(let text), .number(let text), .date(let text), .error(let text): text
    case .boolean(let flag): flag ? "true" : "false"
    case .amount(let digits, let currencies):
      currencies.count == 1 ? "\(digits) \(currencies[0])" : digits
    }
  }
}

/// A row that is not empty.
package struct SheetRow: Hashable, Sendable {
  /// The row from 1, as a spreadsheet counts it; in a text file the line in which the row begins.
  ///
  /// Of JSON with several objects in one line, it is the number of the object.
  package let number: Int
  /// One cell for each column of the header, or fewer: empty cells at the end are left out.
  package var cells: [SheetCell]

  package init(number: Int, cells: [SheetCell]) {
    self.number = number
    self.cells = cells
  }

  /// The cell of a column of the header.
  package subscript(column: Int) -> SheetCell {
    column < cells.count ? cells[column] : .empty
  }
}
