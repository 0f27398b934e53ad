public import Foundation
public import MarketWire
public import Messages

/// Dates and times relative to now, in the reader's time zone.
public struct DateText: Sendable {
  private let now: WireDate
  private let timeZone: TimeZone

  public init(now: WireDate, timeZone: TimeZone) {
    self.now = now
    self.timeZone = timeZone
  }

  /// `just now`, `5 minutes ago`, `3 hours ago`; another day is counted in calendar days.
  ///
  /// Up to a minute in the future is `just now`, because clocks differ.
  public func since(moment: WireDate) -> Message {
    let seconds = (now.milliseconds - moment.milliseconds) / 1000
    switch seconds {
    case -60..<60: return "just now"
    case 60..<3600: return Self.minutes(Int(seconds / 60))
    case 3600..<86_400 where localDay(moment) == localDay(now):
      return Self.hours(Int(seconds / 3600))
    default: return Self.days(localDay(now) - localDay(moment))
    }
  }

  /// `today`, `yesterday`, `12 days ago`: for a date without a time, in UTC.
  public func since(day: WireDate) -> Message {
    Self.days(Int((now.midnight.milliseconds - day.midnight.milliseconds) / 86_400_000))
  }

  /// `2026-11-03 14:05` in the reader's time zone.
  public func local(_ moment: WireDate) -> String {
    let text = shifted(moment).wireText
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// `14:05, 3 hours ago` if it is the same day for the reader, otherwise `23:10 yesterday`.
  package func timeAndAge(_ moment: WireDate) -> Message {
    let time = String(local(moment).suffix(5))
    let age = since(moment: moment)
    return localDay(moment) == localDay(now)
      ? "\(formatted: time), \(age)" : "\(formatted: time) \(age)"
  }

  /// `2026-11-03` in the reader's time zone.
  public func localDayText(_ moment: WireDate) -> String { shifted(moment).dayText }

  /// The date in UTC that shows the reader's wall-clock time.
  private func shifted(_ moment: WireDate) -> WireDate {
    let offset = Int64(timeZone.secondsFromGMT(for: moment.date)) * 1000
    let (sum, overflow) = moment.milliseconds.addingReportingOverflow(offset)
    return overflow ? moment : WireDate(milliseconds: sum)
  }

  private func localDay(_ moment: WireDate) -> Int {
    Int(shifted(moment).midnight.milliseconds / 86_400_000)
  }

  private static func minutes(_ count: Int) -> Message {
    Message(count: count, one: "1 minute ago", other: "\(count) minutes ago")
  }

  private static func hours(_ count: Int) -> Message {
    Message(count: count, one: "1 hour ago", other: "\(count) hours ago")
  }

  private static func days(_ days: Int) -> Message {
    switch days {
    case 0: "today"
    case 1: "yesterday"
    case -1: "tomorrow"
    case ..<0: later(-days)
    default: earlier(days)
    }
  }

  private static func earlier(_ days: Int) -> Message {
    let (weeks, months, years) = (days / 7, days / 30, days / 365)
    return switch days {
    case ..<14: Message(count: days, one: "1 day ago", other: "\(days) days ago")
    case ..<60: Message(count: weeks, one: "1 week ago", other: "\(weeks) weeks ago")
    case ..<730: Message(count: months, one: "1 month ago", other: "\(months) months ago")
    default: Message(count: years, one: "1 year ago", other: "\(years) years ago")
    }
  }

  private static func later(_ days: Int) -> Message {
    let (weeks, months, years) = (days / 7, days / 30, days / 365)
    return switch days {
    case ..<14: Message(count: days, one: "in 1 day", other: "in \(days) days")
    case ..<60: Message(count: weeks, one: "in 1 week", other: "in \(weeks) weeks")
    case ..<730: Message(count: months, one: "in 1 month", other: "in \(months) months")
    default: Message(count: years, one: "in 1 year", other: "in \(years) years")
    }
  }
}
