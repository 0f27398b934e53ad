import MarketWire
public import Messages
public import TerminalKit

/// A month with the number of listings of each day.
public struct CalendarReport: ReportScreen {
  public var year: Int
  /// From 1.
  public var month: Int
  /// The number of listings of each day, from the first to the last.
  public var counts: [Int]
  /// The weekday of the first day; 0 is Monday.
  public var firstWeekday: Int
  /// The day of the month that is today, if it is in this month.
  public var today: Int?
  public var facets: [Message]
  /// The time zone of the days, and of the market if it is another.
  public var zone: Message
  /// Commands for other months and for a day.
  public var commands: [String]

  public init(
    year: Int, month: Int, counts: [Int], firstWeekday: Int, today: Int?, facets: [Message],
    zone: Message, commands: [String]
  ) {
    self.year = year
    self.month = month
    self.counts = counts
    self.firstWeekday = firstWeekday
    self.today = today
    self.facets = facets
    self.zone = zone
    self.commands = commands
  }

  /// The keys for programs.
  public static let keys = ["day", "count"]

  public var data: ReportData {
    .rows(
      counts.enumerated().map { index, count in
        ["day": .string(text(ofDay: index + 1)), "count": .integer(count)]
      }, keys: Self.keys)
  }

  public func lines(_ viewport: Viewport) -> [StyledText] {
    let total = counts.reduce(0, +)
    let sum = Message(count: total, one: "1 listing", other: "\(grouped: total) listings")
    let parts =
      [viewport.text(Self.name(year, month), viewport.theme.title), viewport.text(sum)]
      + facets.map { viewport.text($0) }
    let flow = FlowLayout(viewport: viewport)
    var legend: [StyledText] = []
    if today != nil, !viewport.prefersLabels {
      legend.append(viewport.text("\("[ ]", .strong) today", viewport.theme.quiet))
    }
    legend.append(viewport.text(zone, viewport.theme.quiet))
    let body = viewport.prefersLabels ? labels(viewport) : grid(viewport)
    return flow.lines(parts) + [""] + body + [""] + flow.lines(legend)
      + flow.lines(commands.map { StyledText(viewport.typedCommand($0), viewport.theme.command) })
  }

  /// `2026-11-22`.
  private func text(ofDay day: Int) -> String {
    func two(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let year = String(repeating: "0", count: max(4 - "\(year)".count, 0)) + "\(year)"
    return "\(year)-\(two(month))-\(two(day))"
  }

  private static let weekdays: [Message] = ["Mon", "Tue", "Wed", "Thu", "Fri", "Sat", "Sun"]

  private static func name(_ year: Int, _ month: Int) -> Message {
    let year = "\(year)"
    return switch month {
    case 1: "January \(formatted: year)"
    case 2: "February \(formatted: year)"
    case 3: "March \(formatted: year)"
    case 4: "April \(formatted: year)"
    case 5: "May \(formatted: year)"
    case 6: "June \(formatted: year)"
    case 7: "July \(formatted: year)"
    case 8: "August \(formatted: year)"
    case 9: "September \(formatted: year)"
    case 10: "October \(formatted: year)"
    case 11: "November \(formatted: year)"
    default: "December \(formatted: year)"
    }
  }

  /// Days with listings, one per line.
  private func labels(_ viewport: Viewport) -> [StyledText] {
    counts.enumerated().filter { $0.element > 0 || $0.offset + 1 == today }.map { index, count in
      let day = text(ofDay: index + 1)
      return index + 1 == today
        ? viewport.text("\(formatted: day), today: \(count)")
        : viewport.text("\(formatted: day): \(count)")
    }
  }

  /// Seven columns; the count of a day stands below it.
  private func grid(_ viewport: Viewport) -> [StyledText] {
    let theme = viewport.theme
    let width = min(max((viewport.columns ?? 80) / 7, 5), 10)
    let weekend = Style(foreground: theme.highlight.foreground)
    let heads = Self.weekdays.enumerated().map { index, name in
      viewport.text(name, index >= 5 ? theme.header.with(weekend) : theme.header)
        .padded(to: width - 1, .trailing) + " "
    }
    var lines = [trimmed(heads.joined())]
    let rule = StyledText(String(repeating: "─", count: width * 7 - 1), theme.rule)
    lines.append(rule)
    var day = 1 - firstWeekday
    while day <= counts.count {
      let week = (day..<day + 7).map { $0 }
      lines.append(trimmed(week.map { number($0, width, weekend, viewport) }.joined()))
      lines.append(trimmed(week.map { count($0, width, viewport) }.joined()))
      day += 7
    }
    return lines
  }

  private func number(
    _ day: Int, _ width: Int, _ weekend: Style, _ viewport: Viewport
  ) -> StyledText {
    guard counts.indices.contains(day - 1) else {
      return StyledText(String(repeating: " ", count: width))
    }
    let isWeekend = (day - 1 + firstWeekday) % 7 >= 5
    if day == today {
      return StyledText("[\(day)]", .bold).padded(to: width, .trailing)
    }
    let style = isWeekend ? weekend : viewport.theme.quiet
    return StyledText("\(day)", style).padded(to: width - 1, .trailing) + " "
  }

  private func count(_ day: Int, _ width: Int, _ viewport: Viewport) -> StyledText {
    guard counts.indices.contains(day - 1) else {
      return StyledText(String(repeating: " ", count: width))
    }
    let count = counts[day - 1]
    let text =
      count == 0
      ? StyledText("·", viewport.theme.quiet)
      : StyledText("\(count)", .bold).styled(viewport.theme.command)
    return text.padded(to: width - 1, .trailing) + " "
  }

  private func trimmed(_ line: StyledText) -> StyledText {
    let plain = line.plain
    let kept = plain.reversed().drop { $0 == " " }.count
    guard kept < plain.count else { return line }
    return line.columns(0..<line.width - (plain.count - kept))
  }
}
