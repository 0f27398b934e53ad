import Foundation
import SheetFiles

extension SheetSource {
  /// All remaining rows.
  func rows() throws -> [SheetRow] {
    var rows: [SheetRow] = []
    while let row = try next() { rows.append(row) }
    return rows
  }
}

/// A table that was read completely, with its first row as the header.
struct Table {
  let file: SheetFile
  let rows: [SheetRow]
  let remarks: [SheetRemark]

  init(_ path: String, options: SheetOptions = SheetOptions()) throws {
    let source = try SheetReader.open(path, options: options)
    var (rows, file) = (try source.rows(), source.file)
    remarks = source.remarks
    if !file.format.isJSON, let header = rows.first {
      file.header = header.cells.map { $0.text.trimmingCharacters(in: .whitespaces) }
      file.headerRow = rows.removeFirst().number
    }
    (self.rows, self.file) = (rows, file)
  }

  /// Reads a file with this content.
  init(_ name: String, _ bytes: some Sequence<UInt8>, options: SheetOptions = SheetOptions())
    throws
  {
    let file = try TemporaryFile(name, bytes)
    try self.init(file.path, options: options)
  }

  init(_ name: String, _ text: String, options: SheetOptions = SheetOptions()) throws {
    try self.init(name, text.utf8, options: options)
  }

  /// The texts of all cells.
  var texts: [[String]] { rows.map { $0.cells.map(\.text) } }
  var numbers: [Int] { rows.map(\.number) }
}

/// The error of reading a file with this content; nil if there is none.
func failure(
  _ name: String, _ bytes: some Sequence<UInt8>, options: SheetOptions = SheetOptions()
) throws -> SheetError? {
  let file = try TemporaryFile(name, bytes)
  do {
    _ = try Table(file.path, options: options)
    return nil
  } catch let error as SheetError {
    return error
  }
}

func failure(
  _ name: String, _ text: String, options: SheetOptions = SheetOptions()
) throws -> SheetError? {
  try failure(name, text.utf8, options: options)
}
