import MarketWire
public import Messages
public import TerminalKit

/// A month with the number of listings of each day.
public struct CalendarReport: ReportScreen, Hashable {
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
    let flow = FlowLayout(viewport: viewport)
    var legend: [StyledText] = []
    if today != nil, !viewport.prefersLabels {
      legend.append(viewport.text("\("[ ]", .strong) today", viewport.theme.quiet))
    }
    legend.append(viewport.text(zone, viewport.theme.quiet))
    let body = viewport.prefersLabels ? labels(viewport) : grid(viewport)
    return title(viewport, hasSum: true) + [""] + body + [""] + flow.lines(legend)
      + flow.lines(commands.map(viewport.suggestion))
  }

  /// `November 2026 · 41 listings · mine`.
  func title(_ viewport: Viewport, hasSum: Bool) -> [StyledText] {
    let sum = hasSum ? [viewport.text(Self.sum(counts.reduce(0, +)))] : []
    return FlowLayout(viewport: viewport).lines(
      [viewport.text(Self.name(year, month), viewport.theme.title)] + sum
        + facets.map { viewport.text($0) })
  }

  /// `Sun 2026-11-22, today: 3 listings`.
  func sentence(ofDay day: Int) -> Message {
    let weekday = Self.weekdays[(day - 1 + firstWeekday) % 7]
    let date = text(ofDay: day)
    let count = counts[day - 1]
    let sum: Message = count == 0 ? "no listings" : Self.sum(count)
    return day == today
      ? "\(weekday) \(formatted: date), today: \(sum)" : "\(weekday) \(formatted: date): \(sum)"
  }

  private static func sum(_ count: Int) -> Message {
    Message(count: count, one: "1 listing", other: "\(grouped: count) listings")
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
    head(viewport) + weeks.flatMap { lines(ofWeek: $0, picked: nil, viewport) }
  }

  /// The weekdays and a rule.
  func head(_ viewport: Viewport) -> [StyledText] {
    let theme = viewport.theme
    let width = dayWidth(viewport)
    let heads = Self.weekdays.enumerated().map { index, name in
      viewport.text(name, index >= 5 ? theme.header.with(weekend(viewport)) : theme.header)
        .padded(to: width - 1, .trailing) + " "
    }
    let rule = StyledText(String(repeating: "─", count: width * 7 - 1), theme.rule)
    return [trimmed(heads.joined()), rule]
  }

  /// The days of each week, from Monday; those of other months are below 1 or too high.
  var weeks: [Range<Int>] {
    stride(from: 1 - firstWeekday, through: counts.count, by: 7).map { $0..<$0 + 7 }
  }

  /// The days of a week, and the counts below them.
  func lines(ofWeek week: Range<Int>, picked: Int?, _ viewport: Viewport) -> [StyledText] {
    [
      week.map { cell(number($0, viewport), $0, picked, viewport) },
      week.map { cell(count($0, viewport), $0, picked, viewport) },
    ].map { picked == nil ? trimmed($0.joined()) : $0.joined() }
  }

  func dayWidth(_ viewport: Viewport) -> Int { min(max((viewport.columns ?? 80) / 7, 5), 10) }

  private func weekend(_ viewport: Viewport) -> Style {
    Style(foreground: viewport.theme.highlight.foreground)
  }

  /// A text at the end of its column; that of the picked day is inverse.
  private func cell(
    _ text: StyledText, _ day: Int, _ picked: Int?, _ viewport: Viewport
  ) -> StyledText {
    let cell = text.padded(to: dayWidth(viewport), .trailing)
    return day == picked ? StyledText(cell.plain, Style([.bold, .inverse])) : cell
  }

  private func number(_ day: Int, _ viewport: Viewport) -> StyledText {
    guard counts.indices.contains(day - 1) else { return StyledText() }
    if day == today { return StyledText("[\(day)]", .bold) }
    let isWeekend = (day - 1 + firstWeekday) % 7 >= 5
    return StyledText("\(day)", isWeekend ? weekend(viewport) : viewport.theme.quiet) + " "
  }

  private func count(_ day: Int, _ viewport: Viewport) -> StyledText {
    guard counts.indices.contains(day - 1) else { return StyledText() }
    let count = counts[day - 1]
    guard count > 0 else { return StyledText("· ", viewport.theme.quiet) }
    var text = "\(count)"
    for unit in ["k", "M"] where text.count >= dayWidth(viewport) {
      text = "\(count / (unit == "k" ? 1000 : 1_000_000))\(unit)"
    }
    return StyledText(text, .bold).styled(viewport.theme.command) + " "
  }

  private func trimmed(_ line: StyledText) -> StyledText {
    let plain = line.plain
    let kept = plain.reversed().drop { $0 == " " }.count
    guard kept < plain.count else { return line }
    return line.columns(0..<line.width - (plain.count - kept))
  }
}
