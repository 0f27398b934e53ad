package import CommandLanguage
package import MarketRender
package import SellerSession

/// A calendar in the whole window. The user selects a day with the keys.
package struct CalendarWindow: WindowDriver {
  typealias Model = CalendarModel

  private let context: CommandContext
  private let viewport: @Sendable () -> Viewport
  private let load: @Sendable (CalendarMonth) async throws -> CalendarReport

  /// - Parameters:
  ///   - viewport: returns the viewport for the current size of the window.
  ///   - load: counts the listings of a month.
  package init(
    context: CommandContext, viewport: @escaping @Sendable () -> Viewport,
    load: @escaping @Sendable (CalendarMonth) async throws -> CalendarReport
  ) {
    self.context = context
    self.viewport = viewport
    self.load = load
  }

  /// Shows the calendar until the user leaves it.
  package func run(_ first: CalendarReport, today: CalendarDay) async throws -> CalendarEnd {
    var model = CalendarModel(
      first, today: today, viewport: viewport(), size: context.windowSize)
    var loop = WindowLoop(self, in: context)
    return try await loop.run(&model)
  }

  func resized() -> CalendarModel.Event { .resized(viewport(), context.windowSize) }

  func step(_ effect: CalendarModel.Effect) -> WindowStep<CalendarModel.Event, CalendarEnd> {
    switch effect {
    case .leave(let end): .leave(end)
    case .suspend: .suspend
    case .load(let month):
      .load("month") { .month(month, await context.result { try await load(month) }) }
    }
  }
}
