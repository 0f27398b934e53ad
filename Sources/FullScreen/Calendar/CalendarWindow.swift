package import CommandLanguage
package import MarketRender

/// A calendar in the whole window. The user selects a day with the keys.
package struct CalendarWindow: WindowDriver {
  typealias Model = CalendarModel

  private let context: WindowContext
  private let load: @Sendable (CalendarMonth) async throws -> CalendarReport

  /// - Parameter load: counts the listings of a month.
  package init(
    _ context: WindowContext,
    load: @escaping @Sendable (CalendarMonth) async throws -> CalendarReport
  ) {
    self.context = context
    self.load = load
  }

  /// Shows the calendar until the user leaves it.
  package func run(_ first: CalendarReport, today: CalendarDay) async throws -> CalendarEnd {
    var model = CalendarModel(
      first, today: today, viewport: context.viewport, size: context.size)
    var loop = WindowLoop(self, in: context)
    return try await loop.run(&model)
  }

  func resized() -> CalendarModel.Event { .resized(context.viewport, context.size) }

  func step(_ effect: CalendarModel.Effect) -> WindowStep<CalendarModel.Event, CalendarEnd> {
    switch effect {
    case .leave(let end): .leave(end)
    case .suspend: .suspend
    case .load(let month):
      .load("month") { .month(month, await context.result { try await load(month) }) }
    }
  }
}
