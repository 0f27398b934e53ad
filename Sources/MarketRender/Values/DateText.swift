public import Foundation
public import MarketWire

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
  public func since(moment: WireDate) -> String {
    let seconds = (now.milliseconds - moment.milliseconds) / 1000
    switch seconds {
    case -60..<60: return "just now"
    case 60..<3600: return Self.count(seconds / 60, "minute") + " ago"
    case 3600..<86_400 where localDay(moment) == localDay(now):
      return Self.count(seconds / 3600, "hour") + " ago"
    default: return Self.days(Int64(localDay(now) - localDay(moment)))
    }
  }

  /// `today`, `yesterday`, `12 days ago`: for a date without a time, in UTC.
  public func since(day: WireDate) -> String {
    Self.days((now.midnight.milliseconds - day.midnight.milliseconds) / 86_400_000)
  }

  /// `2026-11-03 14:05` in the reader's time zone.
  public func local(_ moment: WireDate) -> String {
    let text = shifted(moment).wireText
    return text.prefix(10) + " " + text.dropFirst(11).prefix(5)
  }

  /// `14:05, 3 hours ago` if it is the same day for the reader, otherwise `23:10 yesterday`.
  func timeAndAge(_ moment: WireDate) -> String {
    let time = local(moment).suffix(5)
    let separator = localDay(moment) == localDay(now) ? ", " : " "
    return time + separator + since(moment: moment)
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

  private static func days(_ days: Int64) -> String {
    switch days {
    case 0: "today"
    case 1: "yesterday"
    case -1: "tomorrow"
    case ..<0: "in " + span(-days)
    default: span(days) + " ago"
    }
  }

  private static func span(_ days: Int64) -> String {
    switch days {
    case ..<14: count(days, "day")
    case ..<60: count(days / 7, "week")
    case ..<730: count(days / 30, "month")
    default: count(days / 365, "year")
    }
  }

  private static func count(_ number: Int64, _ unit: String) -> String {
    number == 1 ? "1 \(unit)" : "\(number) \(unit)s"
  }
}
