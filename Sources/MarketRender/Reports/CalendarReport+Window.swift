import MarketWire
public import Messages
public import TerminalKit

/// A month in a window, with one day picked.
public struct CalendarScreen {
  /// One line for each row of the window.
  public var lines: [StyledText]
  /// The first day of the week in a line, and the columns of a day.
  private var weeks: [Int: Int] = [:]
  private var dayWidth = 1

  /// - Parameters:
  ///   - picked: a day of the month.
  ///   - status: what is said instead of the number of listings of the day, such as an error.
  ///   - isLoaded: whether the counts are known.
  ///   - last: the last line.
  ///   - rows: the rows of the window, at least 8. Weeks that do not fit are left out.
  public init(
    _ month: CalendarReport, picked: Int, status: Message?, isLoaded: Bool, last: StyledText,
    viewport: Viewport, rows: Int
  ) {
    dayWidth = month.dayWidth(viewport)
    let width = viewport.columns ?? 80
    // The title, the weekdays with their rule, the sentence and the last line.
    let space = max(rows - 5, 2)
    let weeks = month.weeks
    let visible = min(weeks.count, space / 2)
    let place = weeks.firstIndex { $0.contains(picked) } ?? 0
    let first = min(max(place - visible / 2, 0), weeks.count - visible)
    let free = space - 2 * visible
    lines = Array(month.title(viewport, hasSum: isLoaded).prefix(1))
    if free > 0 { lines.append("") }
    lines += month.head(viewport)
    for week in weeks[first..<first + visible] {
      for line in month.lines(ofWeek: week, picked: picked, viewport) {
        self.weeks[lines.count] = week.lowerBound
        lines.append(line)
      }
    }
    if free > 1 { lines.append("") }
    let sentence = status ?? month.sentence(ofDay: picked)
    lines.append(viewport.text(sentence, viewport.theme.highlight).truncated(to: width))
    if free > 2 { lines.append(viewport.text(month.zone, viewport.theme.quiet)) }
    lines = lines.map { $0.truncated(to: width) }
    lines += Array(repeating: "", count: max(rows - 1 - lines.count, 0))
    lines.append(last.truncated(to: width))
  }

  /// The day of the month at a place of the window.
  public func day(line: Int, column: Int, in month: CalendarReport) -> Int? {
    guard let first = weeks[line], column < dayWidth * 7 else { return nil }
    let day = first + column / dayWidth
    return month.counts.indices.contains(day - 1) ? day : nil
  }
}
