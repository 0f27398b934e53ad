public import Foundation

/// A value that violates a limit.
public struct LimitViolation: Hashable, Sendable {
  /// The member by its wire name, such as `discounted_price`.
  public let member: String
  /// What is allowed, in words, such as `3 to 100 characters`.
  public let expected: String
  /// What was found, such as `2`; a text is quoted and cut to 60 characters.
  public let found: String

  /// Creates a violation of the limit of a member.
  public init(_ member: String, expected: String, found: String) {
    self.member = member
    self.expected = expected
    self.found = found
  }
}

/// The limits of the members of a listing, the same for market and client (API 1.5, 7.2).
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

  /// Checks that a currency code has three uppercase letters; nil is a violation.
  public static func violation(currency: Currency?) -> LimitViolation? {
    if let code = currency?.rawValue.utf8, code.count == 3,
      code.allSatisfy({ (65...90).contains($0) })
    {
      return nil
    }
    return LimitViolation(
      "currency", expected: "three letters such as KRW",
      found: currency.map { quoted($0.rawValue) } ?? "nothing")
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
      "discounted_price", expected: "at most the price (\(price))", found: "\(discount)")
  }

  /// Checks a stock.
  public static func violation(stock number: Int) -> LimitViolation? {
    guard !stock.contains(number) else { return nil }
    return LimitViolation(
      "stock", expected: "\(stock.lowerBound) to \(stock.upperBound)", found: "\(number)")
  }

  /// Checks the number of images.
  public static func violation(imageCount count: Int) -> LimitViolation? {
    guard !imageCount.contains(count) else { return nil }
    return LimitViolation(
      "images", expected: "\(imageCount.lowerBound) to \(imageCount.upperBound) pictures",
      found: "\(count)")
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
    let expected = "\(range.lowerBound) to \(range.upperBound) characters"
    guard let text else { return LimitViolation(member, expected: expected, found: "nothing") }
    let length = Folding.normalized(text).utf16.count
    return range.contains(length)
      ? nil : LimitViolation(member, expected: expected, found: "\(length)")
  }

  private static func amount(
    _ member: String, _ amount: Decimal?, mayBeZero: Bool
  ) -> LimitViolation? {
    let sign = mayBeZero ? "0 or more" : "a number above 0"
    guard let amount else { return LimitViolation(member, expected: sign, found: "nothing") }
    if amount < 0 || (amount == 0 && !mayBeZero) {
      return LimitViolation(member, expected: sign, found: "\(amount)")
    }
    guard !fits(amount) else { return nil }
    let expected =
      "at most \(amountDigits.whole) digits before the point and \(amountDigits.fraction) after it"
    return LimitViolation(member, expected: expected, found: quoted("\(amount)"))
  }

  private static func fits(_ amount: Decimal) -> Bool {
    let text = NSDecimalNumber(decimal: amount.magnitude).stringValue
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    return halves[0].utf8.count <= amountDigits.whole
      && (halves.count < 2 || halves[1].utf8.count <= amountDigits.fraction)
  }

  private static func quoted(_ text: String) -> String {
    let short = text.unicodeScalars.prefix(60)
    let mark = short.endIndex < text.unicodeScalars.endIndex ? "…" : ""
    return "\"\(String(String.UnicodeScalarView(short)))\(mark)\""
  }
}
