import Foundation
import MarketWire

// Cells of a spreadsheet.
extension ListingField {
  /// The field with a key; nil for a key of no field.
  public init?(key: String) { self.init(rawValue: Self.key(named: key)) }

  /// Whether a spreadsheet calculates with it.
  public var isNumber: Bool {
    switch self {
    case .id, .price, .discount, .salePrice, .stock, .rating: true
    default: false
    }
  }

  /// The value without grouping or currency, dates in ISO 8601; nil if there is none.
  public func text(of row: ListingRow) -> String? {
    switch value(of: row) {
    case .missing: return nil
    case .integer(let number): return "\(number)"
    case .flag(let flag): return flag ? "true" : "false"
    case .amount, .day, .moment:
      var writer = RowWriter(format: .tsv, fields: [self])
      writer.append(row)
      return String(writer.take().dropLast())
    case .text(let text): return text
    case .pictures(let pictures): return pictures.map(\.url).joined(separator: " ")
    case .notes(let notes): return notes.map(\.text).joined(separator: "; ")
    }
  }
}
