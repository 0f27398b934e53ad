package import MarketWire

/// Why a file cannot be read or written, and where.
package struct SheetError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    /// The name has none of the endings of ``SheetFormat``.
    case unknownFormat
    /// A file that is no table that can be read.
    case other(OtherFile)
    /// A web page without a table.
    case noTable
    case unreadable(errno: Int32)
    case unwritable(String)
    /// The system cannot convert from the encoding.
    case encodingMissing(TextEncoding)
    /// The file is not UTF-8; the samples show it in the other encodings.
    case notUTF8([EncodingSample])
    /// The bytes are not text in the encoding that was chosen or that the byte order mark names.
    case invalid(TextEncoding)
    /// A byte of 0, which no text has.
    case zeroByte
    /// No row has a value.
    case noHeader
    case duplicateColumn(String)
    /// The row has a value where the header has no name.
    case noColumn(value: String)
    /// A value in quotes has more text after its closing quote.
    case textAfterQuote
    case unclosedQuote
    case valueTooLong(limit: Int)
    case rowTooLong(limit: Int)
    case tooManyColumns(limit: Int)
    case invalidJSON(JSONError.Reason)
    /// The text is neither a list nor an object of JSON.
    case notAList
    /// The rows of JSON are objects; `kind` says what it is instead, such as `a number`.
    case notAnObject(kind: String)
    case noSheet(String?, names: [String])
    /// The content violates the format; `detail` is for a developer.
    case damaged(detail: String)
    case suspicious(Suspicion)
  }

  /// A sign of a file that was made to exhaust the program that reads it.
  package enum Suspicion: Hashable, Sendable {
    case entries(Int, limit: Int)
    case size(limit: Int)
    case compression(limit: Int)
    case depth(limit: Int)
    case entities
    /// Merged cells, pictures or cells, each more than a file may have.
    case merges(limit: Int)
    case pictures(limit: Int)
    case cells(limit: Int)
  }

  package var path: String
  /// The row of ``SheetRow/number``.
  package var row: Int?
  /// The column as ``SheetFile/columnName(_:)`` has it.
  package var column: String?
  package let reason: Reason

  package init(path: String, row: Int? = nil, column: String? = nil, reason: Reason) {
    self.path = path
    self.row = row
    self.column = column
    self.reason = reason
  }

  /// Whether reading can continue with the next row.
  package var isOnlyAboutRow: Bool { if case .noColumn = reason { true } else { false } }
}

/// The beginning of a file as it reads in one encoding.
package struct EncodingSample: Hashable, Sendable {
  package let encoding: TextEncoding
  /// At most two lines, of at most 60 characters each.
  package let lines: [String]

  package init(encoding: TextEncoding, lines: [String]) {
    self.encoding = encoding
    self.lines = lines
  }
}
