package import Foundation
package import MarketWire
package import Messages

/// Checks for mistakes in a new listing that the market would accept. An edit is only checked for
/// unusual amounts (``PriceGuard``), because it must always be able to restore a listing.
package enum ListingSanity {
  /// The violations of amounts that the currency's coins cannot pay, unless allowed, and of a name
  /// with control characters or without visible characters.
  package static func broken(
    by fields: ListingFields, in currency: Currency, mayBeFraction: Bool = false
  ) -> [ListingFault] {
    var broken: [ListingFault] = []
    if !mayBeFraction {
      broken += [
        coin("price", fields.price, currency), coin("discount", fields.discount, currency),
      ].compactMap(\.self)
    }
    if let odd = fields.name.flatMap({ self.broken(byName: $0) }) { broken.append(odd) }
    return broken
  }

  /// The violation of a name with control characters, often from a missing quote, or without
  /// visible characters.
  package static func broken(byName name: String) -> ListingFault? {
    if name.unicodeScalars.contains(where: isControl) {
      return .rule(
        "\(command: "--name") cannot contain line breaks, tabs or other control characters",
        at: "--name")
    }
    guard !name.hasVisibleCharacter else { return nil }
    return .rule("\(command: "--name") needs visible characters", at: "--name")
  }

  /// Whether coins of the currency make up the amount. The number of digits is unknown for most
  /// currencies; any amount of those is payable.
  package static func isPayable(_ amount: Decimal, in currency: Currency) -> Bool {
    ![.krw, .jpy, .usd].contains(currency) || Money(amount, currency).rounded().amount == amount
  }

  /// The units of amounts of the currency, such as `whole KRW`.
  package static func coins(of currency: Currency) -> Message {
    currency.fractionDigits == 0 ? "whole \(formatted: currency.rawValue)" : "whole cents"
  }

  private static func coin(
    _ name: String, _ amount: Decimal?, _ currency: Currency
  ) -> ListingFault? {
    guard let amount, !isPayable(amount, in: currency) else { return nil }
    return .fraction(amount, currency, at: "--\(name)")
  }

  private static func isControl(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.generalCategory == .control
  }
}
