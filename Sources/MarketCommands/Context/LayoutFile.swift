import Base
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles
import TableImport

/// Listings in currencies that one file of a layout cannot tell apart.
private struct SurplusCurrency: ReportedError {
  let layout: TableLayout
  /// The currency of the file.
  let only: Currency
  let other: Currency
  /// Whether some listings are in that of the file.
  let isThere: Bool

  func report(at market: MarketProfile?) -> ErrorReport {
    let text: Message =
      """
      a file of \(formatted: layout.title) has prices in \(formatted: only.rawValue) only, and some of \
      these listings are in \(formatted: other.rawValue)
      """
    return ErrorReport(
      isThere
        ? "\(text); `\(command: "--currency \(only.rawValue)")` takes the others" : text,
      at: "--layout")
  }
}

/// A file with listings in the layout of another program: `.csv`, `.tsv`, or `.xlsx` with texts.
struct LayoutFile {
  let path: String
  let name: String
  let layout: TableLayout
  let context: CommandContext

  /// Writes the listings and returns their number. The file gets its name when it is complete.
  func write(_ output: Output) async throws -> Int {
    var all: [ListingRow] = []
    switch output {
    case .listings(let page): all = page.rows
    case .listingStream(let stream): try await stream.read { all += $0 }
    default: break
    }
    // The market has told by now whether it has pages.
    let pages = context.market.listingPages
    if layout.needsPages, pages == nil { throw NoPage(market: try context.market.profile().name) }
    let currencies = all.compactMap(\.product.currency)
    if let only = layout.onlyCurrency(of: currencies),
      let other = currencies.first(where: { $0 != only })
    {
      throw SurplusCurrency(
        layout: layout, only: only, other: other, isThere: currencies.contains(only))
    }
    var text = LayoutText(layout, pages: pages)
    if layout.needsPhotos { all = try await detailed(all) }
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
        try writeText(rows, as: text, to: file)
      }
      try file.finish(replacing: true)
      return rows.count
    } catch let error as NewFile.WriteError {
      throw SellerError.file(path: name, reason: error.reason)
    }
  }

  private func writeText(
    _ rows: [ListingRow], as text: LayoutText, to file: NewFile.Writer
  ) throws(NewFile.WriteError) {
    let isTabbed = path.lowercased().hasSuffix(".tsv")
    let write = isTabbed ? Self.tabbed : SheetStyle.record
    // Excel needs the byte order mark to read Hangul.
    var record = (isTabbed ? "" : "\u{FEFF}") + write(text.header(for: rows))
    for row in rows {
      record += write(text.cells(of: row))
      guard record.utf8.count > 1 << 16 else { continue }
      try file.append(Array(record.utf8))
      record = ""
    }
    try file.append(Array(record.utf8))
  }

  /// The listings with their photos; one that was removed in the meantime has none.
  private func detailed(_ rows: [ListingRow]) async throws -> [ListingRow] {
    let client = try await context.market.client()
    let subject = Message(
      count: rows.count, one: "reading the photos of 1 listing",
      other: "reading the photos of \(rows.count) listings")
    return try await context.activity.show(subject, total: rows.count) {
      let products = try await context.listings.existing(
        rows.map(\.product.id), client, { context.activity.update(done: $0) })
      return zip(rows, products).map { row, product in
        var row = row
        row.product.pictures = product?.pictures
        return row
      }
    }
  }

  /// A line with tabs between the values, which have neither tabs nor line breaks.
  private static func tabbed(_ values: [String]) -> String {
    values.map { $0.split(whereSeparator: \.isWhitespace).joined(separator: " ") }
      .joined(separator: "\t") + "\n"
  }
}
