@testable import SheetFiles

/// The parts of a spreadsheet file.
enum XLSXParts {
  static func text(_ name: String, of path: String) throws -> String {
    let archive = try ZipArchive(path)
    guard let entry = try archive.entry(name) else { return "" }
    var text: [UInt8] = []
    var piece = [UInt8](repeating: 0, count: 65_536)
    while true {
      let count = try piece.withUnsafeMutableBytes { try entry.read(into: $0) }
      if count == 0 { return String(decoding: text, as: UTF8.self) }
      text += piece[..<count]
    }
  }
}
