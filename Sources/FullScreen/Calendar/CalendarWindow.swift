package import CommandLanguage
package import MarketRender
package import SellerSession
import TerminalKit

/// Shows a calendar in the whole window. The user selects a day with the keys.
package struct CalendarWindow: Sendable {
  private let window: WholeWindow<(CalendarMonth, Result<CalendarReport, BrowseFailure>)>
  private let viewport: @Sendable () -> Viewport
  private let load: @Sendable (CalendarMonth) async throws -> CalendarReport

  /// - Parameters:
  ///   - viewport: returns the viewport for the current size of the window.
  ///   - load: counts the listings of a month.
  package init(
    context: CommandContext, viewport: @escaping @Sendable () -> Viewport,
    load: @escaping @Sendable (CalendarMonth) async throws -> CalendarReport
  ) {
    window = WholeWindow(context: context)
    self.viewport = viewport
    self.load = load
  }

  /// Shows the calendar until the user leaves it.
  package func run(_ first: CalendarReport, today: CalendarDay) async throws -> CalendarEnd {
    var model = CalendarModel(
      first, today: today, viewport: viewport(), size: window.output.size)
    let tasks = BrowseTasks()
    return try await window.run(tasks) { painter, events in
      while true {
        try window.write(painter.paint(BrowseScreen(frame: model.frame, slots: []), [:]))
        guard let event = await events.next(isolation: #isolation) else {
          return .quit
        }
        try Task.checkCancellation()
        var effects: [CalendarModel.Effect] = []
        switch event {
        case .input(let input): effects = model.handle(.input(input))
        case .loaded(let (month, result)): effects = model.handle(.month(month, result))
        case .resized:
          try window.restart(&painter)
          effects = model.handle(.resized(viewport(), window.output.size))
        case .ended(let error?): throw error
        case .ended(nil): return .quit
        }
        for effect in effects {
          switch effect {
          case .leave(let end): return end
          case .suspend: try window.suspend(&painter)
          case .load(let month):
            tasks.start(.month) { [window, load] in
              let result = await window.answer { try await load(month) }
              guard !Task.isCancelled else { return }
              window.send((month, result))
            }
          }
        }
      }
    }
  }
}
