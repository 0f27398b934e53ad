/// The limits of the old server's document, by which market and client judge alike (API 1.5, 7).
public import Foundation

/// One broken limit.
public struct LimitViolation: Hashable, Sendable {
  /// The member as the wire names it, such as `discounted_price`.
  public let member: String
  /// What was expected, such as `3 to 100 characters`.
  public let expected: String
  /// What was found, such as `2`; a text that was sent is cut and stands in quotes.
  public let found: String

  public init(_ member: String, expected: String, found: String) {
    self.member = member
    self.expected = expected
    self.found = found
  }
}

/// The numbers, and a judgement for each member; nil where the limit is kept.
public enum ListingLimits {
  /// UTF-16 units in NFC, as the old server counted.
  public static let nameLength = 3...100
  /// UTF-16 units in NFC.
  public static let descriptionLength = 10...1000
  public static let imageCount = 1...5
  /// Bytes of one picture.
  public static let imageBytes = 307_200
  /// The largest is the largest whole number that every client holds exactly, doubles included.
  public static let stock = 0...9_007_199_254_740_991
  /// Digits of an amount before the point and after it.
  public static let amountDigits = (whole: 12, fraction: 4)

  public static func violation(name: String?) -> LimitViolation? {
    length("name", name, nameLength)
  }

  public static func violation(description: String?) -> LimitViolation? {
    length("description", description, descriptionLength)
  }

  /// Three capital letters.
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

  /// - Parameter mayBeZero: the old server took a price of 0.
  public static func violation(price: Decimal?, mayBeZero: Bool = false) -> LimitViolation? {
    amount("price", price, mayBeZero: mayBeZero)
  }

  public static func violation(discount: Decimal) -> LimitViolation? {
    amount("discounted_price", discount, mayBeZero: true)
  }

  /// A discount that is an amount as such, and more than the price.
  public static func violation(discount: Decimal, price: Decimal) -> LimitViolation? {
    guard discount > price else { return nil }
    return LimitViolation(
      "discounted_price", expected: "at most the price (\(price))", found: "\(discount)")
  }

  public static func violation(stock number: Int) -> LimitViolation? {
    guard !stock.contains(number) else { return nil }
    return LimitViolation(
      "stock", expected: "\(stock.lowerBound) to \(stock.upperBound)", found: "\(number)")
  }

  public static func violation(imageCount count: Int) -> LimitViolation? {
    guard !imageCount.contains(count) else { return nil }
    return LimitViolation(
      "images", expected: "\(imageCount.lowerBound) to \(imageCount.upperBound) pictures",
      found: "\(count)")
  }

  /// Every limit that a whole listing breaks; the count of its pictures is nil where it stays.
  public static func violations(in fields: ListingFields, imageCount count: Int?)
    -> [LimitViolation]
  {
    var violations = [
      violation(name: fields.name), violation(description: fields.description),
      violation(currency: fields.currency), violation(price: fields.price),
    ].compactMap(\.self)
    let discount = fields.discount ?? 0
    let violation = Self.violation(discount: discount)
    if let violation { violations.append(violation) }
    if violation == nil, let price = fields.price, Self.violation(price: price) == nil,
      let violation = Self.violation(discount: discount, price: price)
    {
      violations.append(violation)
    }
    if let violation = fields.stock.flatMap({ Self.violation(stock: $0) }) {
      violations.append(violation)
    }
    if let violation = count.flatMap({ Self.violation(imageCount: $0) }) {
      violations.append(violation)
    }
    return violations
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

  /// A few letters of what was sent.
  private static func quoted(_ text: String) -> String {
    let short = text.unicodeScalars.prefix(60)
    let mark = short.endIndex < text.unicodeScalars.endIndex ? "…" : ""
    return "\"\(String(String.UnicodeScalarView(short)))\(mark)\""
  }
}
