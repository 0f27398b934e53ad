import Foundation

/// Reads days: `2026-11-03`, `2026. 11. 3`, `11/3`, `today`, `yesterday`, `7d`, `mon`. Korean words
/// are read, too: `오늘`, `7일전`, `월요일`. A day without a year, or a day of the week, is the latest one
/// up to today.
public enum DateReader {
  /// The largest number in `7d`: a hundred years.
  static let dayLimit = 36_525

  /// Reads a day.
  ///
  /// - Parameter today: the current day in the seller's time zone.
  public static func read(_ text: String, today: CalendarDay) throws(ValueProblem) -> CalendarDay {
    let plain = NumberText.plain(text).lowercased()
    switch plain {
    case "": throw .empty
    case "today", "오늘": return today
    case "yesterday", "어제": return try before(today, 1)
    default: break
    }
    if let weekday = weekdays[plain] {
      return try before(today, (self.weekday(of: today) - weekday + 7) % 7)
    }
    let unit = ["d", "일전"].first(where: plain.hasSuffix)
    if let unit, let days = ungroupedInt(plain.dropLast(unit.count)) {
      guard days <= dayLimit else { throw .outOfRange("0d", "\(dayLimit)d") }
      return try before(today, days)
    }
    for separator: Character in ["-", "."] {
      let parts = numbers(plain.filter { $0 != " " }, separator: separator)
      if let parts, parts.count == 3 { return try day(parts) }
    }
    guard let parts = numbers(plain, separator: "/") else { throw .notADate }
    if parts.count == 3, parts[0] > 999 { return try day(parts) }
    guard parts.count == 2 else { throw .notADate }
    return try latest(month: parts[0], day: parts[1], upTo: today)
  }

  private static let weekdays: [String: Int] = {
    var result: [String: Int] = [:]
    let long = ["sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"]
    for (index, names) in zip(long, "일월화수목금토").enumerated() {
      result[names.0] = index
      result[String(names.0.prefix(3))] = index
      result["\(names.1)"] = index
      result["\(names.1)요일"] = index
    }
    return result
  }()

  /// The day of the week, from 0 for Sunday; 1 January 1970 was a Thursday.
  private static func weekday(of day: CalendarDay) -> Int {
    let seconds = day.start(in: .gmt)?.timeIntervalSince1970 ?? 0
    return ((Int((seconds / 86_400).rounded(.down)) + 4) % 7 + 7) % 7
  }

  private static func before(_ today: CalendarDay, _ days: Int) throws(ValueProblem) -> CalendarDay
  {
    guard let day = today.adding(days: -days) else { throw .noSuchDay }
    return day
  }

  private static func ungroupedInt(_ text: some StringProtocol) -> Int? {
    NumberText.isDigits(text) ? Int(text) ?? .max : nil
  }

  private static func numbers(_ text: String, separator: Character) -> [Int]? {
    let parts = text.split(separator: separator, omittingEmptySubsequences: false)
    let numbers = parts.compactMap { ungroupedInt($0) }
    return parts.count > 1 && numbers.count == parts.count ? numbers : nil
  }

  private static func day(_ parts: [Int]) throws(ValueProblem) -> CalendarDay {
    let day = CalendarDay(year: parts[0], month: parts[1], day: parts[2])
    guard isPlausible(parts[1], parts[2]), day.exists else { throw .noSuchDay }
    return day
  }

  /// The latest such day; 29 February can be up to eight years ago.
  private static func latest(
    month: Int, day: Int, upTo today: CalendarDay
  ) throws(ValueProblem) -> CalendarDay {
    guard isPlausible(month, day) else { throw .noSuchDay }
    for year in (0...8).map({ today.year - $0 }) {
      let candidate = CalendarDay(year: year, month: month, day: day)
      if candidate <= today, candidate.exists { return candidate }
    }
    throw .noSuchDay
  }

  private static func isPlausible(_ month: Int, _ day: Int) -> Bool {
    (1...12).contains(month) && (1...31).contains(day)
  }
}
