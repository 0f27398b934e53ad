import Base
import Foundation
import MarketRender
import MarketWire
import Messages
import SellerSession
import SheetFiles

/// A spreadsheet with listings, which `import` reads: a frozen header, drop-downs, and notes on the
/// limits of the market.
struct SpreadsheetFile {
  let path: String
  let name: String
  let fields: [ListingField]
  let catalog: MessageCatalog
  /// The column in which the seller says what to do with a row.
  private static let action = "action"

  /// Writes the listings and returns their number. The file gets its name when it is complete.
  func write(_ output: Output) async throws -> Int {
    do {
      let file = try NewFile.Writer(path)
      let sheet = try XLSXWriter(file.temporary, sheet: "listings", columns: columns)
      var count = 0
      func append(_ rows: [ListingRow]) throws(SheetError) {
        for row in rows { try sheet.append(fields.map { Self.cell($0, of: row) }) }
        count += rows.count
      }
      switch output {
      case .listings(let page): try append(page.rows)
      case .listingStream(let stream): try await stream.read { rows in try append(rows) }
      default: break
      }
      try sheet.close()
      try file.finish(replacing: true)
      return count
    } catch let error as NewFile.WriteError {
      throw SellerError.file(path: name, reason: error.reason)
    }
  }

  private static func cell(_ field: ListingField, of row: ListingRow) -> SheetCell {
    guard let text = field.text(of: row) else { return .empty }
    return field.isNumber ? .number(text) : .text(text)
  }

  private var columns: [XLSXWriter.Column] {
    fields.map { field in
      XLSXWriter.Column(
        field.rawValue, kind: field.isNumber ? .number : .text, width: Self.width(field),
        choices: field == .currency ? ["KRW", "USD"] : [],
        note: Self.note(field)?.text(in: catalog))
    } + [
      XLSXWriter.Column(
        Self.action, choices: ["add", "edit", "remove", "skip"],
        note: Self.actionNote.text(in: catalog))
    ]
  }

  private static func width(_ field: ListingField) -> Double {
    switch field {
    case .name: 30
    case .description: 60
    case .thumbnail, .pictures, .notes: 40
    default: 12
    }
  }

  private static let actionNote: Message = """
    What import does with the row. Blank: a known id or code changes the listing, others add one.
    """

  private static func note(_ field: ListingField) -> Message? {
    switch field {
    case .id: "The number that the market gave; do not change it. Blank for a new listing."
    case .code: "Your own code, such as MUG-01. It finds the listing again."
    case .name:
      "\(ListingLimits.nameLength.lowerBound) to \(ListingLimits.nameLength.upperBound) characters"
    case .description:
      """
      \(ListingLimits.descriptionLength.lowerBound) to \(ListingLimits.descriptionLength.upperBound) characters
      """
    case .price: "What the listing costs without a discount; only the number."
    case .discount: "The amount that is taken off the price."
    case .stock: "A whole number; 0 is sold out."
    default: nil
    }
  }
}
