import Foundation
public import Messages

/// A month of the Gregorian calendar: `2026-11`.
public struct CalendarMonth: Hashable, ParameterValue {
  public let year: Int
  /// From 1.
  public let month: Int

  public init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  public init(of day: CalendarDay) { self.init(year: day.year, month: day.month) }

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let parts = word.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, (1...2).contains(parts[1].utf8.count),
      let year = Int(parts[0]), let month = Int(parts[1]), year > 0, (1...12).contains(month)
    else { throw .notADate }
    return CalendarMonth(year: year, month: month)
  }

  public var first: CalendarDay { day(1) }
  public var last: CalendarDay { next.first.adding(days: -1) ?? day(28) }
  /// The month before; for January of the year 1, the same.
  public var previous: CalendarMonth {
    if month > 1 { return CalendarMonth(year: year, month: month - 1) }
    return year > 1 ? CalendarMonth(year: year - 1, month: 12) : self
  }
  public var next: CalendarMonth {
    month == 12
      ? CalendarMonth(year: year + 1, month: 1) : CalendarMonth(year: year, month: month + 1)
  }

  /// The day with this number, from 1.
  public func day(_ number: Int) -> CalendarDay {
    CalendarDay(year: year, month: month, day: number)
  }

  /// The weekday of the first day; 0 is Monday.
  public var firstWeekday: Int {
    guard let start = first.start(in: .gmt) else { return 0 }
    // 1970-01-01 was a Thursday.
    let days = Int((start.timeIntervalSince1970 / 86_400).rounded(.down))
    return ((days + 3) % 7 + 7) % 7
  }

  public static let valueName: Message = "month"
  public static let sample = "2026-11"
  public var description: String { month < 10 ? "\(year)-0\(month)" : "\(year)-\(month)" }
}
