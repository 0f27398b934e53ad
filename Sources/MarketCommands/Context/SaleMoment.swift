import CommandLanguage
import Foundation
import MarketWire
import Messages

/// When a sale begins or ends: a day from today on, such as `fri` or `12/24`, with a time or
/// without one.
struct SaleMoment: Hashable, ParameterValue {
  let day: CalendarDay
  /// The minutes from midnight; nil without a time.
  let minute: Int?
  /// Whether a day of the week was named, which counts as the day that it is.
  var isWeekday = false

  static func == (left: SaleMoment, right: SaleMoment) -> Bool {
    (left.day, left.minute) == (right.day, right.minute)
  }

  func hash(into hasher: inout Hasher) {
    hasher.combine(day)
    hasher.combine(minute)
  }

  static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let words = word.text.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let last = words.last, words.count <= 2 else { throw .notADate }
    let minute = try minute(last)
    let today = CalendarDay(of: context.now, in: context.timeZone)
    guard minute == nil || words.count == 2 else { return SaleMoment(day: today, minute: minute) }
    guard minute != nil || words.count == 1 else { throw .notADate }
    let isWeekday =
      !words[0].contains(where: \.isNumber) && !relativeDays.contains(words[0].lowercased())
    return SaleMoment(
      day: try day(words[0], today, isWeekday), minute: minute, isWeekday: isWeekday)
  }

  /// The minutes of `10:00`; nil for any other text.
  private static func minute(_ text: String) throws(ValueProblem) -> Int? {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { Int($0) }
    guard parts.count == 2, let hour = parts[0], let minute = parts[1] else { return nil }
    guard (0...24).contains(hour), (0..<60).contains(minute), hour * 60 + minute <= 1440 else {
      throw .outOfRange("0:00", "24:00")
    }
    return hour * 60 + minute
  }

  private static let relativeDays = ["today", "tomorrow", "yesterday", "오늘", "내일", "어제"]

  /// The next such day; filters read the latest one instead.
  private static func day(
    _ text: String, _ today: CalendarDay, _ isWeekday: Bool
  ) throws(ValueProblem) -> CalendarDay {
    if ["tomorrow", "내일"].contains(text.lowercased()), let day = today.adding(days: 1) {
      return day
    }
    let day = try DateReader.read(text, today: today)
    guard day < today else { return day }
    let next =
      isWeekday
      ? day.adding(days: 7) : CalendarDay(year: day.year + 1, month: day.month, day: day.day)
    let namesYear = text.split { !$0.isNumber }.first.map { $0.count == 4 } ?? false
    guard let next, isWeekday || text.contains("/") && !namesYear else {
      throw .outOfRange("\(today)", "9999-12-31")
    }
    return next
  }

  /// - Parameter isEnd: whether a day without a time means its end.
  func date(isEnd: Bool, in timeZone: TimeZone) -> WireDate? {
    var calendar = Calendar(identifier: .gregorian)
    calendar.timeZone = timeZone
    let minutes = minute ?? (isEnd ? 1440 : 0)
    return calendar.date(
      from: DateComponents(
        year: day.year, month: day.month, day: day.day, hour: minutes / 60, minute: minutes % 60)
    ).map(WireDate.init)
  }

  /// The same day of the week from a moment on; any other day stays.
  func following(_ moment: WireDate, in timeZone: TimeZone) -> SaleMoment {
    guard isWeekday else { return self }
    let first = CalendarDay(of: moment.date, in: timeZone)
    var day = day
    while day < first, let next = day.adding(days: 7) { day = next }
    return SaleMoment(day: day, minute: minute, isWeekday: true)
  }

  static let valueName: Message = "day time"
  static let sample = "fri 10:00"
  var description: String {
    guard let minute else { return "\(day)" }
    let text = minute % 60 < 10 ? "0\(minute % 60)" : "\(minute % 60)"
    return "\(day) \(minute / 60):\(text)"
  }
}
