import Base
import Foundation
import MarketRender
import Messages
import SellerSession
import SheetFiles
import TableImport

/// A file with listings in the layout of another program: `.csv`, or `.xlsx` with texts.
struct LayoutFile {
  let path: String
  let name: String
  let layout: TableLayout

  /// Writes the listings and returns their number. The file gets its name when it is complete.
  func write(_ output: Output) async throws -> Int {
    let text = LayoutText(layout)
    var all: [ListingRow] = []
    switch output {
    case .listings(let page): all = page.rows
    case .listingStream(let stream): try await stream.read { all += $0 }
    default: break
    }
    let rows = text.ordered(all)
    do {
      let file = try NewFile.Writer(path)
      if path.lowercased().hasSuffix(".xlsx") {
        let columns = text.header(for: rows).map { XLSXWriter.Column($0, width: 16) }
        let sheet = try XLSXWriter(file.temporary, sheet: layout.name, columns: columns)
        for row in rows {
          try sheet.append(text.cells(of: row).map { $0.isEmpty ? .empty : .text($0) })
        }
        try sheet.close()
      } else {
        // Excel needs the byte order mark to read Hangul.
        var record = "\u{FEFF}" + SheetStyle.record(text.header(for: rows))
        for row in rows {
          record += SheetStyle.record(text.cells(of: row))
          guard record.utf8.count > 1 << 16 else { continue }
          try file.append(Array(record.utf8))
          record = ""
        }
        try file.append(Array(record.utf8))
      }
      try file.finish(replacing: true)
      return rows.count
    } catch let error as NewFile.WriteError {
      throw SellerError.file(path: name, reason: error.reason)
    }
  }
}
