/// What a seller surely did not mean, though the market would take it.
import Foundation
import MarketWire

/// Judges a new listing beyond the limits of the market. An edit is not judged: it must always be
/// able to turn a listing back to what it was.
enum SellerCare {
  /// Amounts that the currency has no coin for, and names with control characters.
  static func broken(by fields: ListingFields, in currency: Currency) -> [BrokenLimit] {
    var broken = [
      coin("price", fields.price, currency), coin("discounted_price", fields.discount, currency),
    ].compactMap(\.self)
    if let name = fields.name, name.unicodeScalars.contains(where: isControl) {
      broken.append(
        BrokenLimit("name", expected: "letters, digits and signs only", found: "line ends or tabs"))
    }
    return broken
  }

  private static func coin(
    _ member: String, _ amount: Decimal?, _ currency: Currency
  ) -> BrokenLimit? {
    // Of other currencies it is not known here how many digits they have.
    guard let amount, [.krw, .jpy, .usd].contains(currency),
      Money(amount, currency).rounded().amount != amount
    else { return nil }
    let digits = currency.fractionDigits
    let expected = digits == 0 ? "whole \(currency.rawValue)" : "whole cents"
    return BrokenLimit(member, expected: expected, found: "\(amount)")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
