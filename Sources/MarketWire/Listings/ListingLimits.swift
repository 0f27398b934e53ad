/// The limits of the old server's document, by which market and client judge alike (API 1.5, 7).
public import Foundation

/// One broken limit.
public struct BrokenLimit: Hashable, Sendable {
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
  public static let pictureCount = 1...5
  /// Bytes of one picture.
  public static let pictureBytes = 307_200
  /// The largest is the largest whole number that every client holds exactly, doubles included.
  public static let stock = 0...9_007_199_254_740_991
  /// Digits of an amount before the point and after it.
  public static let amountDigits = (whole: 12, fraction: 4)

  public static func broken(byName name: String?) -> BrokenLimit? {
    length("name", name, nameLength)
  }

  public static func broken(byDescription description: String?) -> BrokenLimit? {
    length("description", description, descriptionLength)
  }

  /// Three capital letters.
  public static func broken(byCurrency currency: Currency?) -> BrokenLimit? {
    if let code = currency?.rawValue.utf8, code.count == 3,
      code.allSatisfy({ (65...90).contains($0) })
    {
      return nil
    }
    return BrokenLimit(
      "currency", expected: "three letters such as KRW",
      found: currency.map { quoted($0.rawValue) } ?? "nothing")
  }

  /// - Parameter mayBeZero: the old server took a price of 0.
  public static func broken(byPrice price: Decimal?, mayBeZero: Bool = false) -> BrokenLimit? {
    amount("price", price, mayBeZero: mayBeZero)
  }

  public static func broken(byDiscount discount: Decimal) -> BrokenLimit? {
    amount("discounted_price", discount, mayBeZero: true)
  }

  /// A discount that is an amount as such, and more than the price.
  public static func broken(byDiscount discount: Decimal, of price: Decimal) -> BrokenLimit? {
    guard discount > price else { return nil }
    return BrokenLimit(
      "discounted_price", expected: "at most the price (\(price))", found: "\(discount)")
  }

  public static func broken(byStock number: Int) -> BrokenLimit? {
    guard !stock.contains(number) else { return nil }
    return BrokenLimit(
      "stock", expected: "\(stock.lowerBound) to \(stock.upperBound)", found: "\(number)")
  }

  public static func broken(byPictureCount count: Int) -> BrokenLimit? {
    guard !pictureCount.contains(count) else { return nil }
    return BrokenLimit(
      "images", expected: "\(pictureCount.lowerBound) to \(pictureCount.upperBound) pictures",
      found: "\(count)")
  }

  /// Every limit that a whole listing breaks; the count of its pictures is nil where it stays.
  public static func broken(by fields: ListingFields, pictureCount count: Int?) -> [BrokenLimit] {
    var broken = [
      broken(byName: fields.name), broken(byDescription: fields.description),
      broken(byCurrency: fields.currency), broken(byPrice: fields.price),
    ].compactMap(\.self)
    let discount = fields.discount ?? 0
    let isOff = Self.broken(byDiscount: discount)
    if let isOff { broken.append(isOff) }
    if isOff == nil, let price = fields.price, Self.broken(byPrice: price) == nil,
      let isAbove = Self.broken(byDiscount: discount, of: price)
    {
      broken.append(isAbove)
    }
    if let isOff = fields.stock.flatMap({ Self.broken(byStock: $0) }) { broken.append(isOff) }
    if let isOff = count.flatMap({ Self.broken(byPictureCount: $0) }) { broken.append(isOff) }
    return broken
  }

  private static func length(
    _ member: String, _ text: String?, _ range: ClosedRange<Int>
  ) -> BrokenLimit? {
    let expected = "\(range.lowerBound) to \(range.upperBound) characters"
    guard let text else { return BrokenLimit(member, expected: expected, found: "nothing") }
    let length = Folding.composed(text).utf16.count
    return range.contains(length)
      ? nil : BrokenLimit(member, expected: expected, found: "\(length)")
  }

  private static func amount(
    _ member: String, _ amount: Decimal?, mayBeZero: Bool
  ) -> BrokenLimit? {
    let sign = mayBeZero ? "0 or more" : "a number above 0"
    guard let amount else { return BrokenLimit(member, expected: sign, found: "nothing") }
    if amount < 0 || (amount == 0 && !mayBeZero) {
      return BrokenLimit(member, expected: sign, found: "\(amount)")
    }
    guard !fits(amount) else { return nil }
    let expected =
      "at most \(amountDigits.whole) digits before the point and \(amountDigits.fraction) after it"
    return BrokenLimit(member, expected: expected, found: quoted("\(amount)"))
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
