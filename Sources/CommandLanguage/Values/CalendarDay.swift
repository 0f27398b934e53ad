public import Foundation
public import Messages

/// A day of the Gregorian calendar, without a time zone.
public struct CalendarDay: Hashable, Comparable, ParameterValue {
  public let year: Int
  public let month: Int
  public let day: Int

  public init(year: Int, month: Int, day: Int) {
    self.year = year
    self.month = month
    self.day = day
  }

  public func start(in timeZone: TimeZone) -> Date? {
    Self.calendar(timeZone).date(from: DateComponents(year: year, month: month, day: day))
      .map { Self.calendar(timeZone).startOfDay(for: $0) }
  }

  /// The day a number of days later, or earlier if the number is negative.
  public func adding(days: Int) -> CalendarDay? {
    guard let start = start(in: .gmt) else { return nil }
    return Self.calendar(.gmt).date(byAdding: .day, value: days, to: start)
      .map { CalendarDay(of: $0, in: .gmt) }
  }

  public init(of moment: Date, in timeZone: TimeZone) {
    let parts = Self.calendar(timeZone).dateComponents([.year, .month, .day], from: moment)
    self.init(year: parts.year ?? 1, month: parts.month ?? 1, day: parts.day ?? 1)
  }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    try DateReader.read(word.text, today: CalendarDay(of: context.now, in: context.timeZone))
  }

  public static func < (left: CalendarDay, right: CalendarDay) -> Bool {
    (left.year, left.month, left.day) < (right.year, right.month, right.day)
  }

  public static let valueName: Message = "day"
  public static let sample = "today"
  public static let completion = CompletionKind.date
  public var description: String {
    func padded(_ number: Int, _ width: Int) -> String {
      String(repeating: "0", count: max(0, width - "\(number)".count)) + "\(number)"
    }
    return "\(padded(year, 4))-\(padded(month, 2))-\(padded(day, 2))"
  }

  /// Whether the day exists, unlike 31 April.
  var exists: Bool {
    guard (1...9999).contains(year), let start = start(in: .gmt) else { return false }
    return CalendarDay(of: start, in: .gmt) == self
  }

  private static func calendar(_ timeZone: TimeZone) -> Calendar {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    return calendar
  }
}
