import CommandLanguage
import Foundation
import FullScreen
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum CalendarCommand: Command {
  static let month = Argument<CalendarMonth?>(
    "month", help: "a month such as 2026-11; by default this month")

  /// The filters without days.
  private static let filters = FilterOptions.looking(without: [
    FilterOptions.on, FilterOptions.since, FilterOptions.until,
  ])

  static let spec = CommandSpec(
    "calendar", aliases: ["cal", "달력"], group: .look,
    summary: "Show how many listings were created each day",
    discussion: """
      Without filters, the listings of all shops are counted. list --on 2026-11-03 lists the \
      listings of a day. Days are in your time zone; if the market sends no time of day, they are \
      in UTC. On a terminal, arrow keys pick a day, PgUp and PgDn a month, and Enter lists the \
      day. In a pipe, there is one line for each day.
      """,
    fields: CalendarReport.keys, grammar: [month] + filters,
    rules: [
      .atMostOne([FilterOptions.inStock, FilterOptions.soldOut]),
      .atMostOne([FilterOptions.mine, FilterOptions.seller]),
    ],
    examples: ["calendar", "calendar 2026-10 --mine"])

  static func run(_ input: Input, in context: CommandContext) async throws -> Output {
    let zone = try await dayZone(in: context)
    let today = CalendarDay(of: context.environment.now().date, in: zone)
    let filter = try await FilterOptions.filter(input, in: context.listings)
    let first = try await report(
      input[month] ?? CalendarMonth(of: today), filter, today: today, zone: zone, in: context)
    guard context.hasWholeWindow, context.options.format == nil, !context.scope.isInScript else {
      return .report(first)
    }
    let window = CalendarWindow(WindowContext(context)) {
      try await report($0, filter, today: today, zone: zone, in: context)
    }
    switch try await window.run(first, today: today) {
    case .quit: return .none
    case .list(let day):
      var filter = filter
      (filter.since, filter.until) = (day, day)
      return try await context.list(filter)
    }
  }

  private static func report(
    _ month: CalendarMonth, _ all: ListQuery.Filter, today: CalendarDay, zone: TimeZone,
    in context: CommandContext
  ) async throws -> CalendarReport {
    let options = all.options.map { " \($0)" }.joined()
    var filter = all
    filter.since = month.first
    filter.until = month.last
    let counts = try await context.activity.show("listings", isCounted: true) {
      var counts = Array(repeating: 0, count: month.last.day)
      try await ListingCounts(context.listings).forEach(filter) { product in
        guard let date = product.createdAtExact ?? product.createdAt else { return }
        let day = CalendarDay(of: date.date, in: product.createdAtExact == nil ? .gmt : zone)
        if CalendarMonth(of: day) == month { counts[day.day - 1] += 1 }
      }
      return counts
    }
    return CalendarReport(
      year: month.year, month: month.month, counts: counts, firstWeekday: month.firstWeekday,
      today: CalendarMonth(of: today) == month ? today.day : nil,
      facets: all.facets(money: context.money, zone: nil), zone: zoneNote(zone, month, in: context),
      commands: ["calendar \(month.previous)\(options)"]
        + (counts.lastIndex { $0 > 0 }.map { ["list\(options) --on \(month.day($0 + 1))"] } ?? []))
  }

  /// The seller's time zone, or UTC if the market sends no time of day.
  private static func dayZone(in context: CommandContext) async throws -> TimeZone {
    let client = try await context.market.client()
    return try await client.supports(.exactDates) ? context.environment.timeZone : .gmt
  }

  /// The time zone of the days, with its offset at the end of the month.
  private static func zoneNote(
    _ zone: TimeZone, _ month: CalendarMonth, in context: CommandContext
  ) -> Message {
    let own = context.environment.timeZone
    let offsets = [month.first, month.last].map { day in
      own.secondsFromGMT(for: day.start(in: own) ?? context.environment.now().date)
    }
    if offsets == [0, 0] { return "days in UTC" }
    let offset = offsets[1]
    guard zone == own else { return "days in UTC, because this market sends no time of day" }
    let minutes = abs(offset) / 60 % 60
    let tail = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    let sign = offset < 0 ? "−" : "+"
    let difference = "\(sign)\(abs(offset) / 3600)\(tail)"
    return "days in \(formatted: own.identifier), the market's UTC \(formatted: difference)"
  }
}
