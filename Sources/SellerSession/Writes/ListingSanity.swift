/// What a seller surely did not mean, though the market would take it.
package import Foundation
package import MarketWire

/// Judges a new listing beyond the limits of the market. Of an edit the amounts are asked about only
/// (``PriceGuard``): it must always be able to turn a listing back to what it was.
package enum ListingSanity {
  /// Amounts that the currency has no coin for, unless they are allowed, and names with control
  /// characters or without anything to see.
  package static func broken(
    by fields: ListingFields, in currency: Currency, mayBeFraction: Bool = false
  ) -> [LimitViolation] {
    var broken: [LimitViolation] = []
    if !mayBeFraction {
      broken += [
        coin("price", fields.price, currency), coin("discounted_price", fields.discount, currency),
      ].compactMap(\.self)
    }
    if let odd = fields.name.flatMap({ self.broken(byName: $0) }) { broken.append(odd) }
    return broken
  }

  /// A name with control characters, which a forgotten quote brings in, or one of which buyers see
  /// nothing.
  package static func broken(byName name: String) -> LimitViolation? {
    if name.unicodeScalars.contains(where: isControl) {
      return LimitViolation(
        "name", expected: "letters, digits and signs only", found: "line ends, tabs or the like")
    }
    guard !name.unicodeScalars.contains(where: isSeen) else { return nil }
    return LimitViolation(
      "name", expected: "something that can be seen", found: "blanks and invisible characters only")
  }

  /// Whether coins of the currency make up the amount; of most currencies it is not known here how
  /// many digits they have, and all is taken for payable.
  package static func isPayable(_ amount: Decimal, in currency: Currency) -> Bool {
    ![.krw, .jpy, .usd].contains(currency) || Money(amount, currency).rounded().amount == amount
  }

  /// What amounts of the currency are counted in, such as `whole KRW`.
  package static func coins(of currency: Currency) -> String {
    currency.fractionDigits == 0 ? "whole \(currency.rawValue)" : "whole cents"
  }

  private static func coin(
    _ member: String, _ amount: Decimal?, _ currency: Currency
  ) -> LimitViolation? {
    guard let amount, !isPayable(amount, in: currency) else { return nil }
    return LimitViolation(member, expected: coins(of: currency), found: "\(amount)")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }

  /// Whether the scalar alone leaves something on the screen. The empty Braille cell counts as a
  /// sign to Unicode, but is a blank to everybody.
  private static func isSeen(_ scalar: Unicode.Scalar) -> Bool {
    let facts = scalar.properties
    if facts.isWhitespace || facts.isDefaultIgnorableCodePoint || scalar == "\u{2800}" {
      return false
    }
    return ![.control, .format].contains(facts.generalCategory)
  }
}
