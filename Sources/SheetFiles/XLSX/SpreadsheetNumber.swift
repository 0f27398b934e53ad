import Foundation
import MarketWire

/// What a number of a spreadsheet looks like.
enum SpreadsheetNumber {
  /// Decimal digits with at most 15 of them significant, as spreadsheet programs show it; nil if it
  /// is no number.
  ///
  /// A file has up to 17 digits of the binary number: 19.99 is written as `19.989999999999998`.
  static func digits(of literal: String) -> String? {
    if isPlain(literal) { return literal }
    guard let value = Double(literal), value.isFinite else { return nil }
    let rounded = String(format: "%.15g", value)
    guard rounded.contains("e") else { return rounded }
    guard let number = (try? JSON(parsing: rounded))?.decimalValue else { return rounded }
    return abs(value) < 1e21 && abs(value) >= 1e-9 ? JSON.decimal(number).text() : rounded
  }

  /// Whether a text is a number in its shortest form already: most numbers of a sheet, and codes of
  /// more digits than a binary number has.
  private static func isPlain(_ literal: String) -> Bool {
    var count = 0
    var pointAt: Int?
    var first: UInt8 = 0
    var last: UInt8 = 0
    for byte in literal.utf8 {
      switch byte {
      case UInt8(ascii: "0")...UInt8(ascii: "9"):
        if count == 0 { first = byte }
        last = byte
        count += 1
      case UInt8(ascii: "-") where count == 0 && first == 0: first = 1
      case UInt8(ascii: ".") where pointAt == nil && count > 0: pointAt = count
      default: return false
      }
    }
    guard count > 0 else { return false }
    let zero = UInt8(ascii: "0")
    guard let pointAt else { return (first != zero || count == 1) && literal != "-0" }
    return count <= 15 && last != zero && pointAt < count && (first != zero || pointAt == 1)
  }

  /// A date in ISO 8601 from the number of days since the epoch; nil if it is before it or after the
  /// year 9999.
  ///
  /// A number below 1 is a time of the day. The 1900 system has a day too much, 1900-02-29, because
  /// Lotus 1-2-3 had it.
  static func date(of literal: String, uses1904: Bool) -> String? {
    guard let value = Double(literal), value >= 0, value < 2_958_466 else { return nil }
    var days = Int(value)
    var milliseconds = Int(((value - Double(days)) * 86_400_000).rounded())
    if milliseconds == 86_400_000 { (days, milliseconds) = (days + 1, 0) }
    let time = time(milliseconds)
    if days == 0, !uses1904 { return time }
    let date: String
    if days == 60, !uses1904 {
      date = "1900-02-29"
    } else {
      // Days from 1904-01-01, 1899-12-31 and 1899-12-30 to 1970-01-01.
      let epoch = uses1904 ? 24_107 : days < 60 ? 25_568 : 25_569
      date = WireDate(milliseconds: Int64(days - epoch) * 86_400_000).dayText
    }
    return milliseconds == 0 ? date : "\(date)T\(time)"
  }

  /// The number of days since the epoch of 1900, of a date from 1900-03-01 on in ISO 8601, with or
  /// without a time; nil for another text.
  static func serial(of text: String) -> Double? {
    let parts = text.split(separator: "T", maxSplits: 1)
    let date = parts.first?.split(separator: "-").compactMap { Int($0) } ?? []
    guard date.count == 3, let days = days(date[0], date[1], date[2]), days > 60 else { return nil }
    guard parts.count == 2 else { return Double(days) }
    let time = parts[1].prefix { $0 != "Z" && $0 != "+" }.split(separator: ":")
      .compactMap { Double($0) }
    guard time.count == 3, time[0] < 24, time[1] < 60, time[2] < 60 else { return nil }
    return Double(days) + ((time[0] * 60 + time[1]) * 60 + time[2]) / 86_400
  }

  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int? {
    var parts = DateComponents(year: year, month: month, day: day)
    parts.timeZone = .gmt
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = .gmt
    guard parts.isValidDate(in: calendar), let date = calendar.date(from: parts) else { return nil }
    return Int((date.timeIntervalSince1970 / 86_400).rounded()) + 25_569
  }

  private static func time(_ milliseconds: Int) -> String {
    let seconds = milliseconds / 1000
    let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
    let text = parts.map { ($0 < 10 ? "0" : "") + "\($0)" }.joined(separator: ":")
    let rest = milliseconds % 1000
    return rest == 0 ? text : text + "." + String("\(1000 + rest)".dropFirst())
  }

  /// `10%` of `0.1`; nil if it is no number.
  static func percent(of literal: String) -> String? {
    Double(literal).flatMap { digits(of: "\($0 * 100)") }.map { "\($0)%" }
  }

  /// A whole number as a format such as `"MUG-"000` shows it.
  static func code(_ digits: String, _ prefix: String, _ count: Int) -> SheetCell {
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return .number(digits) }
    let shown = String(repeating: "0", count: max(0, count - digits.utf8.count)) + digits
    return prefix.isEmpty ? .number(shown) : .text(prefix + shown)
  }
}
