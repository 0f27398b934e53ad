package import CommandLanguage
import MarketRender
import Messages
import TerminalKit

/// The state of a calendar in the whole window, a pure function of the events so far.
struct CalendarModel: WindowModel {
  enum Event: WindowEvent {
    case input(TerminalInput)
    case resized(Viewport, TerminalSize)
    case month(CalendarMonth, Result<CalendarReport, WindowFailure>)
  }

  enum Effect: Hashable, Sendable {
    case load(CalendarMonth)
    case leave(CalendarEnd)
    /// Stops the program until the user continues it, as Ctrl-Z does.
    case suspend
  }

  private(set) var viewport: Viewport
  private(set) var size: TerminalSize
  private(set) var picked: CalendarDay
  private let today: CalendarDay
  private var months: [CalendarMonth: CalendarReport] = [:]
  private var loading: CalendarMonth?
  private var failure: WindowFailure?

  /// - Parameter report: the first month.
  init(
    _ report: CalendarReport, today: CalendarDay, viewport: Viewport, size: TerminalSize
  ) {
    let month = CalendarMonth(year: report.year, month: report.month)
    self.viewport = viewport
    self.size = size
    self.today = today
    picked = CalendarMonth(of: today) == month ? today : month.first
    months[month] = report
  }

  var month: CalendarMonth { CalendarMonth(of: picked) }
  /// The month on the screen; nil until it was loaded.
  var report: CalendarReport? { months[month] }

  mutating func handle(_ event: Event) -> [Effect] {
    switch event {
    case .input(.key(let key)):
      guard case .text(let text) = key.code, key.modifiers.isEmpty else { return press(key) }
      // A syllable of the Korean keyboard is the letters on its keys.
      return Dubeolsik.keys(text).flatMap { press(.text(String($0))) }
    case .input(.mouse(let mouse)): return click(mouse)
    case .input: return []
    case .resized(let viewport, let size):
      self.viewport = viewport
      self.size = size
    case .month(let month, let result):
      if loading == month { loading = nil }
      switch result {
      case .success(let report): months[month] = report
      case .failure(let error) where month == self.month: failure = error
      case .failure: break
      }
    }
    return []
  }

  func end(after error: (any Error)?) throws -> CalendarEnd? {
    if let error { throw error }
    return .quit
  }

  private var isTooSmall: Bool { WindowScreen.isTooSmall(size) }

  private mutating func press(_ key: Key) -> [Effect] {
    switch key.code {
    case .text("c") where key.modifiers == .control: return leave()
    case .text("z") where key.modifiers == .control: return [.suspend]
    case .text("q"), .escape: return leave()
    case _ where isTooSmall: return []
    case .enter: return [.leave(.list(picked))]
    case .left, .text("h"): return move(by: -1)
    case .right, .text("l"): return move(by: 1)
    case .up, .text("k"): return move(by: -7)
    case .down, .text("j"): return move(by: 7)
    case .pageUp: return pick(sameDay(of: month.previous))
    case .pageDown: return pick(sameDay(of: month.next))
    case .home: return pick(month.first)
    case .end: return pick(month.last)
    case .text("t"): return pick(today)
    case .text("r"):
      months = [:]
      loading = nil
      return pick(picked)
    default: return []
    }
  }

  private func leave() -> [Effect] { [.leave(.quit)] }

  private func sameDay(of month: CalendarMonth) -> CalendarDay {
    month.day(min(picked.day, month.last.day))
  }

  private mutating func move(by days: Int) -> [Effect] {
    // Before the year 1 the years count up again.
    guard let day = picked.adding(days: days), (day < picked) == (days < 0) else { return [] }
    return pick(day)
  }

  /// Moves to a day of the years that the commands understand, and asks for its month.
  private mutating func pick(_ day: CalendarDay) -> [Effect] {
    guard (1...9999).contains(day.year) else { return [] }
    picked = day
    failure = nil
    guard months[month] == nil, loading != month else { return [] }
    loading = month
    return [.load(month)]
  }

  private mutating func click(_ mouse: MouseEvent) -> [Effect] {
    guard !isTooSmall else { return [] }
    switch mouse.kind {
    case .wheelUp: return move(by: -7)
    case .wheelDown: return move(by: 7)
    case .press:
      guard let day = sheet.day(line: mouse.row, column: mouse.column, in: shown) else {
        return []
      }
      return day == picked.day ? [.leave(.list(picked))] : pick(month.day(day))
    }
  }
}

/// How the calendar was left.
package enum CalendarEnd: Hashable, Sendable {
  case quit
  /// The listings of this day are to be listed.
  case list(CalendarDay)
}

// What it looks like.
extension CalendarModel {
  func screen() -> WindowScreen? {
    guard !isTooSmall else { return .tooSmall(viewport, rows: size.rows) }
    return WindowScreen(frame: Frame(hidingCursor: sheet.lines))
  }

  /// The month on the screen, without counts until they are loaded.
  private var shown: CalendarReport {
    report
      ?? CalendarReport(
        year: month.year, month: month.month,
        counts: Array(repeating: 0, count: month.last.day), firstWeekday: month.firstWeekday,
        today: nil, facets: [], zone: "", commands: [])
  }

  private var sheet: CalendarScreen {
    let hints: [Message] = [
      "\(command: "← ↑ ↓ →") day", "\(command: "PgUp PgDn") month", "\(command: "Enter") list",
      "\(command: "q") leave",
    ]
    let failed = failure.map { "\($0.text) · \(command: "r") tries again" as Message }
    return CalendarScreen(
      shown, picked: picked.day, status: report == nil ? failed ?? "Loading …" : nil,
      isLoaded: report != nil,
      last: WindowScreen.hints(hints, viewport, width: viewport.columns ?? 1),
      viewport: viewport, rows: size.rows)
  }
}
