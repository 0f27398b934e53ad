/// What a file may have at most, so that no file fills the memory or keeps the program busy.
package enum SheetLimits {
  /// The bytes of one value: eight times the longest text of a spreadsheet cell in Hangul.
  package static let cellBytes = 1 << 20
  /// The bytes of one row, or of one object of JSON.
  package static let rowBytes = 4 << 20
  /// The columns and rows of a spreadsheet program; text files may have more rows.
  package static let columns = 16_384
  package static let rows = 1_048_576
  /// The entries of a zip; spreadsheets have one for each sheet, picture and chart.
  package static let zipEntries = 10_000
  /// The uncompressed bytes of a part of a spreadsheet; a full sheet of 20 columns has 600 MB.
  package static let partBytes = 1 << 30
  /// The uncompressed bytes of all parts together.
  package static let allPartsBytes = 2 << 30
  /// How many times smaller than its content a part larger than ``checkedPartBytes`` may be. Parts
  /// with a hundred thousand equal texts reach 70; a bomb made for deflate reaches 1,000.
  package static let compression = 400
  package static let checkedPartBytes = 10 << 20
  /// The bytes of all shared texts, which stay in memory while a sheet is read.
  package static let sharedTextBytes = 256 << 20
  /// The areas of merged cells of a sheet.
  static let mergedAreas = 100_000
  /// The cells of a sheet that have a value.
  package static let cells = 50_000_000
  /// The bytes of a web page, which is read as a whole.
  static let pageBytes = 64 << 20
  /// The cells of its tables, with those that others cover.
  package static let pageCells = 2_000_000
  /// The pictures of a sheet, and the bytes of each.
  package static let pictures = 5_000
  package static let pictureBytes = 64 << 20
  /// The nesting of XML; spreadsheets reach 10.
  package static let depth = 64
}
