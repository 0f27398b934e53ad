import CommandLanguage
import Foundation
import MarketWire
import SheetFiles

/// How the prices in a row of another program's file become those of listings.
enum LayoutPrices {
  static func amount(_ cell: SheetCell) -> Decimal? {
    try? MoneyReader.read(cell.text).amount
  }

  /// Adds what a variant costs more or less to its prices.
  ///
  /// - Parameters:
  ///   - extras: the list for all variants; empty if there is none.
  ///   - own: the value of this one; nil if the list does not have one for each.
  static func add(
    _ extras: String, _ own: String?, to cells: inout [ImportColumn: SheetCell]
  ) {
    for field in [ImportColumn.price, .salePrice] where !extras.isEmpty {
      guard let cell = cells[field], !cell.isBlank else { continue }
      cells[field] = own.map { sum(cell, $0) } ?? sum(cell, common: extras)
    }
  }

  /// A price with what all variants cost more or less; a list of another length fits none of them.
  private static func sum(_ cell: SheetCell, common extra: String) -> SheetCell {
    extra.contains { ",\n".contains($0) } ? .text("\(cell.text) + \(extra)") : sum(cell, extra)
  }

  /// A price with what a variant costs more or less; as it cannot be read if one of them cannot.
  static func sum(_ cell: SheetCell, _ extra: String) -> SheetCell {
    let difference = String(extra.drop { "+-".contains($0) })
    guard let price = try? MoneyReader.read(cell.text),
      let more = try? MoneyReader.read(difference),
      more.currency.map({ $0 == price.currency ?? $0 }) ?? true
    else { return .text("\(cell.text) + \(extra)") }
    let sum = extra.hasPrefix("-") ? price.amount - more.amount : price.amount + more.amount
    if case .amount(_, let currencies) = cell, currencies.count != 1 {
      return .amount("\(sum)", currencies: currencies)
    }
    let currency = price.currency ?? more.currency
    return .text("\(sum)\(currency.map { " \($0.rawValue)" } ?? "")")
  }

  /// The amount that a percentage of a price takes off, where it takes nothing off what a variant costs
  /// more; the discount itself if it is no percentage.
  static func discount(in cells: [ImportColumn: SheetCell]) -> SheetCell? {
    guard let cell = cells[.discount], cell.text.hasSuffix("%"),
      let price = cells[.price].flatMap(amount),
      let percent = amount(.text(String(cell.text.dropLast())))
    else { return cells[.discount] }
    let unit = cells[.currency].map { Currency(rawValue: $0.text) } ?? .krw
    return .text("\(Money(price * percent / 100, unit).rounded().amount)")
  }

  /// The days of a sale in a cell: `2026-11-26T09:00/2026-11-30T09:00` has two. What is not in this form
  /// stays as it is.
  static func days(_ text: String) -> [String] {
    let days = text.components(separatedBy: "/").map {
      String($0.trimmingCharacters(in: .whitespaces).prefix(10))
    }
    return days.allSatisfy { $0.isEmpty || isDay($0) } ? days : [text]
  }

  /// Whether a text has the form of `2026-11-26`.
  static func isDay(_ text: String) -> Bool {
    text.utf8.count == 10
      && text.utf8.enumerated().allSatisfy { index, byte in
        [4, 7].contains(index) ? byte == UInt8(ascii: "-") : (0x30...0x39).contains(byte)
      }
  }
}
