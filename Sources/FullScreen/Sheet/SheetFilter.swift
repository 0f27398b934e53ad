import CommandLanguage
import Foundation
import MarketWire
import Messages
import SellerSession

/// The filter line of a sheet: `price>20000 stock=0 mug`.
enum SheetFilter {
  /// The smallest distance between two amounts.
  private static let step = Decimal(string: "0.001") ?? 0

  /// - Parameter column: the column that a name means, also in the seller's language.
  /// - Returns: the filter, which keeps the shop of `base`.
  static func read(
    _ text: String, _ base: ListQuery.Filter, _ column: (String) -> SheetColumn?
  ) -> Result<ListQuery.Filter, FormFault> {
    var filter = ListQuery.Filter()
    filter.isMine = base.isMine
    filter.seller = base.seller
    var words: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let sign = word.firstIndex(where: { "<>=".contains($0) }) else {
        if column(String(word)) == .sale {
          filter.isDiscounted = true
        } else {
          words.append(String(word))
        }
        continue
      }
      let signs = word[sign...].prefix { "<>=".contains($0) }
      guard let written = try? MoneyReader.read(String(word[signs.endIndex...])),
        add(column(String(word[..<sign])), String(signs), written, to: &filter)
      else {
        return .failure(
          FormFault(
            """
            \(quoted: String(word)) is not understood: write such as \
            \(formatted: "price>20000 stock=0 stock>0 stock<5 sale mug")
            """))
      }
    }
    filter.search = words.isEmpty ? nil : words.joined(separator: " ")
    return .success(filter)
  }

  /// Returns false for a comparison that no list knows.
  private static func add(
    _ column: SheetColumn?, _ sign: String, _ written: WrittenAmount,
    to filter: inout ListQuery.Filter
  ) -> Bool {
    let amount = written.amount
    if column == .price, let currency = written.currency {
      guard filter.currency == nil || filter.currency == currency else { return false }
      filter.currency = currency
    }
    switch (column, sign) {
    case (.price, ">"): filter.minPrice = amount + step
    case (.price, ">="): filter.minPrice = amount
    case (.price, "<"): filter.maxPrice = amount - step
    case (.price, "<="): filter.maxPrice = amount
    case (.price, "="): (filter.minPrice, filter.maxPrice) = (amount, amount)
    case (.stock, _): return addStock(sign, written, to: &filter)
    default: return false
    }
    return true
  }

  /// Lists know whether something is in stock, and whether less than a number is.
  private static func addStock(
    _ sign: String, _ written: WrittenAmount, to filter: inout ListQuery.Filter
  ) -> Bool {
    guard written.currency == nil, let number = Int("\(written.amount)") else { return false }
    switch (sign, number) {
    case ("=", 0), ("<=", 0): filter.isSoldOut = true
    case (">", 0), (">=", 1): filter.isInStock = true
    case ("<", 1...): filter.below = number
    case ("<=", 1..<Int.max): filter.below = number + 1
    default: return false
    }
    return true
  }
}
