public import Foundation

/// The limits of the members of a listing, the same for market and client (API 1.5, 7.2).
///
/// ```swift
/// let tooShort = ListingFields(name: "Mu", price: 0)
/// for violation in ListingLimits.violations(in: tooShort, imageCount: 0) { print(violation) }
/// ```
///
/// Each check returns nil if the value is allowed.
public enum ListingLimits {
  /// The length of a name, in UTF-16 units of its NFC form.
  public static let nameLength = 3...100
  /// The length of a description, in UTF-16 units of its NFC form.
  public static let descriptionLength = 10...1000
  /// The number of images.
  public static let imageCount = 1...5
  /// The maximum size of one image, in bytes.
  public static let imageBytes = 307_200
  /// The stock, up to the largest integer that JSON clients with doubles represent exactly.
  public static let stock = 0...9_007_199_254_740_991
  /// The maximum number of digits of an amount before and after the decimal point.
  public static let amountDigits = (whole: 12, fraction: 4)

  /// Checks the length of a name; nil is a violation.
  public static func violation(name: String?) -> LimitViolation? {
    length("name", name, nameLength)
  }

  /// Checks the length of a description; nil is a violation.
  public static func violation(description: String?) -> LimitViolation? {
    length("description", description, descriptionLength)
  }

  /// Checks that a currency is in ISO 4217 and not XXX or XTS; nil is a violation.
  public static func violation(currency: Currency?) -> LimitViolation? {
    if let currency, currency.isInISO4217 { return nil }
    return LimitViolation(
      "currency", .currencyCode,
      found: currency.map { LimitViolation.quoted($0.rawValue) } ?? "nothing")
  }

  /// Checks a price; nil is a violation.
  ///
  /// With `mayBeZero`, 0 is allowed, as it was on the training server.
  public static func violation(price: Decimal?, mayBeZero: Bool = false) -> LimitViolation? {
    amount("price", price, mayBeZero: mayBeZero)
  }

  /// Checks a discount without its price.
  public static func violation(discount: Decimal) -> LimitViolation? {
    amount("discounted_price", discount, mayBeZero: true)
  }

  /// Checks that a discount is not above the price.
  public static func violation(discount: Decimal, price: Decimal) -> LimitViolation? {
    guard discount > price else { return nil }
    return LimitViolation(
      "discounted_price", .discount(discount, price: price), found: "\(discount)")
  }

  /// Checks a stock.
  public static func violation(stock number: Int) -> LimitViolation? {
    guard !stock.contains(number) else { return nil }
    return LimitViolation("stock", .number(stock), found: "\(number)")
  }

  /// Checks the number of images.
  public static func violation(imageCount count: Int) -> LimitViolation? {
    guard !imageCount.contains(count) else { return nil }
    return LimitViolation("images", .images(imageCount), found: "\(count)")
  }

  /// Returns every violation in a complete listing.
  ///
  /// The number of images is not checked if it is nil.
  public static func violations(
    in fields: ListingFields, imageCount count: Int?
  ) -> [LimitViolation] {
    let discount = fields.discount ?? 0
    var discountViolation = violation(discount: discount)
    if discountViolation == nil, let price = fields.price, violation(price: price) == nil {
      discountViolation = violation(discount: discount, price: price)
    }
    return [
      violation(name: fields.name), violation(description: fields.description),
      violation(currency: fields.currency), violation(price: fields.price), discountViolation,
      fields.stock.flatMap { violation(stock: $0) }, count.flatMap { violation(imageCount: $0) },
    ].compactMap(\.self)
  }

  private static func length(
    _ member: String, _ text: String?, _ range: ClosedRange<Int>
  ) -> LimitViolation? {
    guard let text else { return LimitViolation(member, .length(range), found: "nothing") }
    let length = Folding.normalized(text).utf16.count
    return range.contains(length)
      ? nil : LimitViolation(member, .length(range), found: "\(length)")
  }

  private static func amount(
    _ member: String, _ amount: Decimal?, mayBeZero: Bool
  ) -> LimitViolation? {
    let sign: LimitViolation.Limit = mayBeZero ? .zeroOrMore : .aboveZero
    guard let amount else { return LimitViolation(member, sign, found: "nothing") }
    if amount < 0 || (amount == 0 && !mayBeZero) {
      return LimitViolation(member, sign, found: "\(amount)")
    }
    guard !fits(amount) else { return nil }
    return LimitViolation(
      member, .digits(whole: amountDigits.whole, fraction: amountDigits.fraction),
      found: LimitViolation.quoted("\(amount)"))
  }

  private static func fits(_ amount: Decimal) -> Bool {
    let text = NSDecimalNumber(decimal: amount.magnitude).stringValue
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    return halves[0].utf8.count <= amountDigits.whole
      && (halves.count < 2 || halves[1].utf8.count <= amountDigits.fraction)
  }
}
