/// The limits of the old server's document, which market and client both judge by (API 1.5, 7).
public import Foundation

/// One broken limit.
public struct BrokenLimit: Hashable, Sendable {
  /// The member as the wire names it, such as `discounted_price`.
  public let member: String
  /// What was expected, such as `3 to 100 characters`.
  public let expected: String
  /// What was found, such as `2`.
  public let found: String

  public init(_ member: String, expected: String, found: String) {
    self.member = member
    self.expected = expected
    self.found = found
  }
}

/// The numbers, and who breaks them.
public enum ListingLimits {
  /// UTF-16 units in NFC, as the old server counted.
  public static let nameLength = 3...100
  /// UTF-16 units in NFC.
  public static let descriptionLength = 10...1000
  public static let pictureCount = 1...5
  /// Bytes of one picture.
  public static let pictureBytes = 307_200
  /// The largest whole number that every client holds exactly, doubles included.
  public static let stock = 0...9_007_199_254_740_991
  /// Digits before and after the point of an amount.
  public static let amountDigits = (whole: 12, fraction: 4)

  /// Every limit that a new listing breaks; nil for a member that is not said.
  public static func broken(by fields: ListingFields, pictureCount count: Int?) -> [BrokenLimit] {
    var broken: [BrokenLimit] = []
    func note(_ member: String, _ expected: String, _ found: String) {
      broken.append(BrokenLimit(member, expected: expected, found: found))
    }
    func length(_ member: String, _ text: String?, _ range: ClosedRange<Int>) {
      let length = text?.precomposedStringWithCanonicalMapping.utf16.count
      if let length, range.contains(length) { return }
      note(
        member, "\(range.lowerBound) to \(range.upperBound) characters",
        length.map(String.init) ?? "nothing")
    }
    length("name", fields.name, nameLength)
    length("description", fields.description, descriptionLength)
    switch fields.price {
    case nil: note("price", "a number above 0", "nothing")
    case let price? where price <= 0: note("price", "a number above 0", "\(price)")
    case let price? where !fits(price): note("price", amountWords, "\(price)")
    case let price?:
      let discount = fields.discount ?? 0
      if discount < 0 {
        note("discounted_price", "0 or more", "\(discount)")
      } else if !fits(discount) {
        note("discounted_price", amountWords, "\(discount)")
      } else if discount > price {
        note("discounted_price", "at most the price (\(price))", "\(discount)")
      }
    }
    if let number = fields.stock, !stock.contains(number) {
      note("stock", "\(stock.lowerBound) to \(stock.upperBound)", "\(number)")
    }
    if let count, !pictureCount.contains(count) {
      note(
        "images", "\(pictureCount.lowerBound) to \(pictureCount.upperBound) pictures", "\(count)")
    }
    return broken
  }

  /// Whether an amount has few enough digits to be stored.
  public static func fits(_ amount: Decimal) -> Bool {
    let text = NSDecimalNumber(decimal: amount.magnitude).stringValue
    let halves = text.split(separator: ".", omittingEmptySubsequences: false)
    return halves[0].utf8.count <= amountDigits.whole
      && (halves.count < 2 || halves[1].utf8.count <= amountDigits.fraction)
  }

  private static let amountWords = "at most 12 digits before the point and 4 after it"
}
