public import Foundation

/// A moment in UTC with millisecond precision, as responses carry it.
///
/// ```swift
/// if let date = WireDate(text: "2026-11-03T00:00:00.00") { print(date.date, date.dayText) }
/// ```
///
/// The range is 0000-01-01 to 9999-12-31, because only years of four digits have a text form.
public struct WireDate: Hashable, Comparable, Sendable {
  /// The number of milliseconds since 1970-01-01T00:00:00Z.
  public let milliseconds: Int64

  /// Creates a date from milliseconds since 1970, clamped to the range.
  public init(milliseconds: Int64) {
    self.milliseconds = min(max(milliseconds, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Creates a date rounded to the nearest millisecond and clamped to the range.
  public init(_ date: Date) {
    let milliseconds = (date.timeIntervalSince1970 * 1000).rounded()
    let edges = Double(Self.range.lowerBound)...Double(Self.range.upperBound)
    self.init(milliseconds: Int64(min(max(edges.lowerBound, milliseconds), edges.upperBound)))
  }

  /// The same moment as a Foundation date.
  public var date: Date { Date(timeIntervalSince1970: Double(milliseconds) / 1000) }

  /// Midnight UTC of the same day, as lists and details carry it (API 7.5).
  public var midnight: WireDate {
    WireDate(milliseconds: milliseconds - floorModulo(milliseconds, Self.day))
  }

  /// Orders dates by time.
  public static func < (left: Self, right: Self) -> Bool { left.milliseconds < right.milliseconds }

  /// The year, month and day in UTC.
  public var day: (year: Int, month: Int, day: Int) {
    civil(days: Int((milliseconds - floorModulo(milliseconds, Self.day)) / Self.day))
  }

  /// The date as `yyyy-MM-dd'T'HH:mm:ss`, the form of v3 (API 1.1).
  public var wireText: String { text(appendText) }

  /// The date in ISO 8601 with milliseconds and `Z`, the form of exact dates (API 7.5).
  public var exactText: String { text(appendExactText) }

  /// The day in UTC as `yyyy-MM-dd`.
  public var dayText: String { text(appendDay) }

  /// Appends ``wireText``.
  func appendText(to bytes: inout [UInt8]) {
    appendDay(to: &bytes)
    let second = UInt(floorModulo(milliseconds, Self.day) / 1000)
    bytes.append(UInt8(ascii: "T"))
    bytes.appendDigits(second / 3600, padding: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(second / 60 % 60, padding: 2)
    bytes.append(UInt8(ascii: ":"))
    bytes.appendDigits(second % 60, padding: 2)
  }

  /// Appends ``exactText``.
  func appendExactText(to bytes: inout [UInt8]) {
    appendText(to: &bytes)
    bytes.append(UInt8(ascii: "."))
    bytes.appendDigits(UInt(floorModulo(milliseconds, 1000)), padding: 3)
    bytes.append(UInt8(ascii: "Z"))
  }

  private func appendDay(to bytes: inout [UInt8]) {
    let (year, month, day) = day
    bytes.appendDigits(UInt(year), padding: 4)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDigits(UInt(month), padding: 2)
    bytes.append(UInt8(ascii: "-"))
    bytes.appendDigits(UInt(day), padding: 2)
  }

  private func text(_ append: (inout [UInt8]) -> Void) -> String {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(24)
    append(&bytes)
    return String(decoding: bytes, as: UTF8.self)
  }

  /// Parses the text forms of all generations; returns nil for any other text.
  ///
  /// The form is `yyyy-MM-dd`, optionally with `T` or a space, a time, a fraction of one to nine
  /// digits and `Z`. A fraction of two digits is ignored: in v2 it repeats the seconds (API 2).
  public init?(text: String) {
    var text = text
    guard let milliseconds = text.withUTF8(Self.milliseconds) else { return nil }
    self.init(milliseconds: milliseconds)
  }

  private static func milliseconds(ofText bytes: UnsafeBufferPointer<UInt8>) -> Int64? {
    func number(_ range: Range<Int>) -> Int? {
      guard range.upperBound <= bytes.count else { return nil }
      var value = 0
      for index in range {
        guard (48...57).contains(bytes[index]) else { return nil }
        value = value * 10 + Int(bytes[index] - 48)
      }
      return value
    }
    func isByte(_ byte: UInt8, at index: Int) -> Bool {
      index < bytes.count && bytes[index] == byte
    }
    guard let year = number(0..<4), isByte(45, at: 4), let month = number(5..<7),
      isByte(45, at: 7), let day = number(8..<10), (1...12).contains(month),
      (1...daysIn(month: month, of: year)).contains(day)
    else { return nil }
    let midnight = Int64(daysFromCivil(year: year, month: month, day: day)) * Self.day
    guard bytes.count > 10 else { return midnight }
    guard bytes[10] == 84 || bytes[10] == 32, let hour = number(11..<13), hour < 24,
      isByte(58, at: 13), let minute = number(14..<16), minute < 60,
      isByte(58, at: 16), let second = number(17..<19), second < 61,
      let fraction = milliseconds(ofTail: bytes[19...])
    else { return nil }
    return midnight + Int64((hour * 60 + minute) * 60 + second) * 1000 + fraction
  }

  /// Creates a date from seconds since 1970, the form of v1 (API 3); returns nil outside the range.
  public init?(seconds: Decimal) {
    var scaled = Decimal()
    var source = seconds * 1000
    NSDecimalRound(&scaled, &source, 0, .plain)
    guard let value = Int64(NSDecimalNumber(decimal: scaled).stringValue),
      Self.range.contains(value)
    else { return nil }
    self.init(milliseconds: value)
  }

  /// The months as headers and logs name them (RFC 9110, section 5.6.7).
  package static let monthNames = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]

  private static let day: Int64 = 86_400_000
  /// From 0000-01-01T00:00:00.000Z to 9999-12-31T23:59:59.999Z.
  private static let range: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

  /// Parses the rest after the seconds: nothing, a fraction, `Z`, or both.
  private static func milliseconds(ofTail tail: Slice<UnsafeBufferPointer<UInt8>>) -> Int64? {
    var tail = tail
    if tail.last == UInt8(ascii: "Z") { tail.removeLast() }
    guard let point = tail.first else { return 0 }
    let digits = tail.dropFirst()
    guard point == UInt8(ascii: "."), !digits.isEmpty, digits.count <= 9,
      digits.allSatisfy({ (48...57).contains($0) })
    else { return nil }
    guard digits.count != 2 else { return 0 }
    let thousandths = digits.prefix(3).reduce(0) { $0 * 10 + Int64($1 - 48) }
    return digits.count == 1 ? thousandths * 100 : thousandths
  }
}

private func floorModulo(_ value: Int64, _ divisor: Int64) -> Int64 {
  let rest = value % divisor
  return rest < 0 ? rest + divisor : rest
}

private func daysIn(month: Int, of year: Int) -> Int {
  let isLeap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0)
  return [31, isLeap ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31][month - 1]
}

/// Returns the days from 1970-01-01 to a day of the Gregorian calendar.
///
/// It counts in eras of 400 years that begin on March 1, so a leap day is the last day of a year.
private func daysFromCivil(year: Int, month: Int, day: Int) -> Int {
  let shifted = month <= 2 ? year - 1 : year
  let era = (shifted >= 0 ? shifted : shifted - 399) / 400
  let yearOfEra = shifted - era * 400
  let dayOfYear = (153 * (month + (month > 2 ? -3 : 9)) + 2) / 5 + day - 1
  return era * 146_097 + yearOfEra * 365 + yearOfEra / 4 - yearOfEra / 100 + dayOfYear - 719_468
}

/// Returns the day of the Gregorian calendar; the inverse of ``daysFromCivil(year:month:day:)``.
private func civil(days: Int) -> (year: Int, month: Int, day: Int) {
  let shifted = days + 719_468
  let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
  let dayOfEra = shifted - era * 146_097
  let yearOfEra =
    (dayOfEra - dayOfEra / 1460 + dayOfEra / 36_524 - dayOfEra / 146_096) / 365
  let dayOfYear = dayOfEra - (365 * yearOfEra + yearOfEra / 4 - yearOfEra / 100)
  let shiftedMonth = (5 * dayOfYear + 2) / 153
  let month = shiftedMonth + (shiftedMonth < 10 ? 3 : -9)
  return (
    yearOfEra + era * 400 + (month <= 2 ? 1 : 0), month,
    dayOfYear - (153 * shiftedMonth + 2) / 5 + 1
  )
}
