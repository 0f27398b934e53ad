import CommandLanguage
import Foundation
import MarketWire
import Messages
import SellerSession

/// The filter line of a sheet: `price>20000 stock=0 mug`.
enum SheetFilter {
  /// The smallest distance between two amounts.
  private static let step = Decimal(string: "0.001") ?? 0

  /// - Returns: the filter, which keeps the shop of `base`.
  static func read(_ text: String, _ base: ListQuery.Filter) -> Result<ListQuery.Filter, FormFault>
  {
    var filter = ListQuery.Filter()
    filter.isMine = base.isMine
    filter.seller = base.seller
    var words: [String] = []
    for word in text.split(whereSeparator: \.isWhitespace) {
      guard let sign = word.firstIndex(where: { "<>=".contains($0) }) else {
        if word == "sale" { filter.isDiscounted = true } else { words.append(String(word)) }
        continue
      }
      let name = word[..<sign].lowercased()
      let signs = word[sign...].prefix { "<>=".contains($0) }
      let number = word[signs.endIndex...].filter { $0 != "," }
      guard let amount = Decimal(string: String(number)), amount >= 0,
        add(name, String(signs), amount, to: &filter)
      else {
        return .failure(
          FormFault(
            """
            \(quoted: String(word)) is not understood: write such as \
            \(formatted: "price>20000 stock=0 stock<5 sale mug")
            """))
      }
    }
    filter.search = words.isEmpty ? nil : words.joined(separator: " ")
    return .success(filter)
  }

  /// Returns false for a comparison that no list knows.
  private static func add(
    _ name: String, _ sign: String, _ amount: Decimal, to filter: inout ListQuery.Filter
  ) -> Bool {
    switch (name, sign) {
    case ("price", ">"): filter.minPrice = amount + step
    case ("price", ">="): filter.minPrice = amount
    case ("price", "<"): filter.maxPrice = amount - step
    case ("price", "<="): filter.maxPrice = amount
    case ("price", "="): (filter.minPrice, filter.maxPrice) = (amount, amount)
    case ("stock", "=") where amount == 0: filter.isSoldOut = true
    case ("stock", ">") where amount == 0: filter.isInStock = true
    case ("stock", "<"): filter.below = Int("\(amount)")
    case ("stock", "<="): filter.below = Int("\(amount + 1)")
    default: return false
    }
    return name == "price" || filter.isSoldOut || filter.isInStock || filter.below != nil
  }
}
