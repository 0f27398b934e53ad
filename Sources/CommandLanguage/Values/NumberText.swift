import Foundation
import MarketWire

/// Normalizes numbers as Korean and Japanese keyboards and word processors write them.
package enum NumberText {
  /// The text in NFC without spaces around it; full-width and typographic characters become the usual
  /// ones.
  package static func plain(_ text: String) -> String {
    // Most numbers are already plain.
    if text.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0xFF01...0xFF5E:
        result.append(Unicode.Scalar(UInt8(scalar.value - 0xFEE0)))
      case 0x3000, 0xA0: result.append(" ")
      case 0xFFE6: result.append("₩")
      case 0xFFE5: result.append("¥")
      case 0xFFE1: result.append("£")
      case 0x2212, 0xFE63: result.append("-")
      case 0xFE62: result.append("+")
      default: result.append(scalar)
      }
    }
    return Folding.normalized(String(result))
      .trimmingCharacters(in: .whitespaces)
  }

  /// Whether a text consists of one or more ASCII digits.
  static func isDigits(_ text: some StringProtocol) -> Bool {
    !text.isEmpty && text.utf8.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
  }

  /// A decimal number with one of some units, or in the usual one, as a rounded number of ones; nil
  /// for any other text.
  static func quantity(_ text: String, in units: [(String, Int)], or usual: Int) -> Double? {
    let unit = units.first { text.hasSuffix($0.0) }
    let number = text.dropLast(unit?.0.count ?? 0).trimmingCharacters(in: .whitespaces)
    let parts = number.split(separator: ".", maxSplits: 1, omittingEmptySubsequences: false)
    guard parts.allSatisfy({ isDigits($0) }), number.utf8.count <= 20,
      let value = Decimal(string: number, locale: Locale(identifier: "en_US_POSIX"))
    else { return nil }
    return NSDecimalNumber(decimal: value * Decimal(unit?.1 ?? usual)).doubleValue.rounded()
  }

  /// The digits of a number with or without commas; nil if it is not a number or badly grouped.
  static func ungrouped(_ text: some StringProtocol) -> String? {
    let groups = text.split(separator: ",", omittingEmptySubsequences: false)
    guard groups.allSatisfy({ isDigits($0) }), let first = groups.first else { return nil }
    if groups.count == 1 { return String(first) }
    // `0,125` has a decimal comma.
    guard first.count <= 3, first.first != "0", groups.dropFirst().allSatisfy({ $0.count == 3 })
    else { return nil }
    return groups.joined()
  }
}
