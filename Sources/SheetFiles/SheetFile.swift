/// What was detected in a file, to be said before anything is done with its rows.
package struct SheetFile: Hashable, Sendable {
  /// The path as it was given.
  package let path: String
  package let format: SheetFormat
  /// The separator of a `.csv` or `.tsv`.
  package internal(set) var separator: Character?
  /// The encoding of a text file.
  package internal(set) var encoding: TextEncoding?
  /// The name of the sheet of a spreadsheet.
  package internal(set) var sheet: String?
  /// The names of all visible sheets of a spreadsheet.
  package internal(set) var sheets: [String] = []
  /// The names of the columns without blanks around them; a column without a name is empty, and has
  /// no values.
  package var header: [String] = []
  /// The columns that a spreadsheet does not show, from 0.
  package internal(set) var hiddenColumns: [ClosedRange<Int>] = []
  /// What was found when the file was opened.
  var remarks: [SheetRemark] = []
  /// The row of the header; 0 if no row has names, nil in JSON.
  package var headerRow: Int?

  /// The column as a person finds it: `C`, or the key in JSON.
  package func columnName(_ index: Int) -> String {
    format.isJSON && index < header.count ? header[index] : CellReference.letters(of: index)
  }
}

/// A format of tables, chosen by the ending of the file's name.
package enum SheetFormat: String, CaseIterable, Sendable {
  case csv
  case tsv
  case json
  case jsonl
  case xlsx
  case ods
  /// A web page with a table.
  case html

  /// Returns nil if the name has none of these endings, in any letter case.
  package init?(path: String) {
    let name = path.split(separator: "/").last ?? ""
    guard let dot = name.lastIndex(of: ".") else { return nil }
    self.init(rawValue: name[name.index(after: dot)...].lowercased())
  }

  /// Whether its rows name their columns themselves.
  package var isJSON: Bool { self == .json || self == .jsonl }
}

/// How a seller wants a file to be read, instead of what is detected.
package struct SheetOptions: Hashable, Sendable {
  /// The encoding of a text file that has no byte order mark.
  package var encoding: TextEncoding?
  /// The name or the number of the sheet; nil for the first visible one.
  package var sheet: String?
  /// Whether rows, columns and sheets that are hidden are read as well.
  package var takesHidden = false

  package init(encoding: TextEncoding? = nil, sheet: String? = nil) {
    self.encoding = encoding
    self.sheet = sheet
  }

  /// The index of the wanted sheet by its name, in any letter case, or its number from 1; otherwise of
  /// the first visible one.
  func index(among names: [String], isVisible: (Int) -> Bool) -> Int? {
    guard let sheet else {
      return names.indices.first(where: isVisible) ?? (takesHidden ? names.indices.first : nil)
    }
    return names.firstIndex(of: sheet)
      ?? names.firstIndex { $0.lowercased() == sheet.lowercased() }
      ?? Int(sheet).flatMap { names.indices.contains($0 - 1) ? $0 - 1 : nil }
  }
}
