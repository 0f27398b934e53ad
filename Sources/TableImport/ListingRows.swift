import MarketRender
import MarketWire
import Messages
import SheetFiles

/// The rows of a table with the cells of its layout and of fixed values behind those of the file.
final class ListingRows {
  private enum Source {
    case table(TableRows)
    case layout(LayoutRows)
  }

  private let source: Source
  private let fixed: [SheetCell]
  private let width: Int

  /// - Parameters:
  ///   - known: the codes of the seller's listings.
  ///   - today: the day that sale prices are compared with.
  init(_ map: ColumnMap, known: Set<String>, today: String) throws(SheetError) {
    fixed = map.fixed
    width = map.file.header.count
    if let layout = map.shape.layout {
      let columns = LayoutColumns(layout, in: map.file.header)
      source = .layout(
        try LayoutRows(
          map.shape, layout, columns, known: known, today: today,
          setsStock: map.uncountedStock != nil))
    } else if let columns = map.variants {
      source = .layout(
        try LayoutRows(map.shape, TableLayout(), columns, known: known, today: today))
    } else {
      source = .table(try map.shape.rows())
    }
  }

  /// The next row; nil at the end.
  ///
  /// - Throws: `SheetError`; if it is only about the row, the next call continues after the row.
  func next() throws(SheetError) -> SheetRow? {
    switch source {
    case .table(let rows):
      guard var row = try rows.next() else { return nil }
      if fixed.isEmpty { return row }
      row.cells = (0..<width).map { row[$0] } + fixed
      return row
    case .layout(let rows):
      guard var row = try rows.next() else { return nil }
      row.cells += fixed
      return row
    }
  }

  /// What was found in the file and in the rows so far.
  var remarks: [SheetRemark] { table.remarks }

  /// The first texts of the rows that were left out, by their numbers.
  var skipped: [Int: String] { table.skipped }

  private var table: TableRows {
    switch source {
    case .table(let rows): rows
    case .layout(let rows): rows.source
    }
  }

  /// What there is to say about the rows that were read.
  var notes: [Message] {
    var notes: [Message] = []
    if case .layout(let rows) = source { notes = rows.counts.notes }
    if let first = table.totals.first {
      notes.append(
        Message(
          count: table.totals.count, one: "row \(first) only has sums and is left out",
          other: "\(table.totals.count) rows only have sums and are left out, such as row \(first)")
      )
    }
    if let first = table.headers.first {
      notes.append(
        Message(
          count: table.headers.count,
          one: "row \(first) repeats the names of the columns and is left out",
          other: """
            \(table.headers.count) rows repeat the names of the columns and are left out, such as \
            row \(first)
            """))
    }
    return notes
  }
}

extension LayoutRows.Counts {
  fileprivate var notes: [Message] {
    var notes: [Message] = []
    func add(_ count: Int, _ message: Message) { if count > 0 { notes.append(message) } }
    add(
      variants,
      Message(
        count: variants, one: "1 row is a variant, a listing of its own",
        other: "\(variants) rows are variants, each a listing of its own"))
    add(
      photosOnly,
      Message(
        count: photosOnly, one: "1 row only has a photo of the product above it",
        other: "\(photosOnly) rows only have photos of the product above them"))
    add(
      notForSale,
      Message(
        count: notForSale, one: "1 row is not for sale there and is left out",
        other: "\(notForSale) rows are not for sale there and are left out"))
    add(
      changedCodes,
      Message(
        count: changedCodes, one: "1 code has characters that codes cannot have; they become -",
        other: "\(changedCodes) codes have characters that codes cannot have; they become -"))
    add(
      sharedStocks,
      Message(
        count: sharedStocks,
        one: "1 product has one stock for all its variants; each listing gets all of it",
        other:
          "\(sharedStocks) products have one stock for all variants; each listing gets all of it"
      ))
    add(
      photosLeftOut,
      Message(
        count: photosLeftOut, one: "1 photo is left out, because a listing has at most 5",
        other: "\(photosLeftOut) photos are left out, because a listing has at most 5"))
    return notes
  }
}
