import CommandLanguage
import Foundation
import MarketRender
import MarketWire
import Messages
import OpenMarketClient
import SellerSession

enum CalendarCommand: Command {
  static let month = Argument<CalendarMonth?>(
    "month", help: "a month such as 2026-11; by default this month")

  /// The filters without days.
  private static let filters = FilterOptions.looking.filter {
    ![FilterOptions.on, FilterOptions.since, FilterOptions.until].map(\.facts.name)
      .contains($0.facts.name)
  }

  static let spec = CommandSpec(
    "calendar", aliases: ["cal"], group: .look,
    summary: "Show how many listings were created each day",
    discussion: """
      Without filters, the listings of all shops are counted. list --on 2026-11-03 lists the \
      listings of a day. Days are in your time zone; if the market sends no time of day, they are \
      in UTC. In a pipe, there is one line for each day.
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
    let month = input[month] ?? CalendarMonth(year: today.year, month: today.month)
    var filter = try await FilterOptions.filter(input, in: context.market)
    let facets = filter.facets(money: context.money, zone: nil)
    let options = filter.options.map { " \($0)" }.joined()
    filter.since = month.first
    filter.until = month.last
    var counts = Array(repeating: 0, count: month.last.day)
    try await context.activity.show("listings", isCounted: true) {
      try await ListingCounts(context.listings).forEach(filter) { product in
        guard let date = product.createdAtExact ?? product.createdAt else { return }
        let day = CalendarDay(of: date.date, in: product.createdAtExact == nil ? .gmt : zone)
        guard day.year == month.year, day.month == month.month else { return }
        counts[day.day - 1] += 1
      }
    }
    let isThisMonth = today.year == month.year && today.month == month.month
    return .report(
      CalendarReport(
        year: month.year, month: month.month, counts: counts, firstWeekday: month.firstWeekday,
        today: isThisMonth ? today.day : nil, facets: facets,
        zone: zoneNote(zone, month, in: context),
        commands: ["calendar \(month.previous)\(options)"]
          + (counts.lastIndex { $0 > 0 }.map { ["list\(options) --on \(month.day($0 + 1))"] } ?? [])
      ))
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
    guard zone == own else {
      return "days in UTC, because this market sends no time of day"
    }
    let minutes = abs(offset) / 60 % 60
    let tail = minutes == 0 ? "" : minutes < 10 ? ":0\(minutes)" : ":\(minutes)"
    let sign = offset < 0 ? "−" : "+"
    let difference = "\(sign)\(abs(offset) / 3600)\(tail)"
    return "days in \(formatted: own.identifier), the market's UTC \(formatted: difference)"
  }
}

/// A month of the Gregorian calendar: `2026-11`.
struct CalendarMonth: Hashable, ParameterValue {
  let year: Int
  /// From 1.
  let month: Int

  init(year: Int, month: Int) {
    self.year = year
    self.month = month
  }

  static func read(
    _ word: Word, in context: ReadingContext
  ) throws(ValueProblem) -> CalendarMonth {
    let parts = word.text.split(separator: "-", omittingEmptySubsequences: false)
    guard parts.count == 2, parts[0].utf8.count == 4, (1...2).contains(parts[1].utf8.count),
      let year = Int(parts[0]), let month = Int(parts[1]), year > 0, (1...12).contains(month)
    else { throw .notADate }
    return CalendarMonth(year: year, month: month)
  }

  var first: CalendarDay { day(1) }
  var last: CalendarDay { next.first.adding(days: -1) ?? day(28) }
  var previous: CalendarMonth {
    month == 1
      ? CalendarMonth(year: max(year - 1, 1), month: 12)
      : CalendarMonth(year: year, month: month - 1)
  }
  private var next: CalendarMonth {
    month == 12
      ? CalendarMonth(year: year + 1, month: 1) : CalendarMonth(year: year, month: month + 1)
  }

  func day(_ number: Int) -> CalendarDay { CalendarDay(year: year, month: month, day: number) }

  /// The weekday of the first day; 0 is Monday.
  var firstWeekday: Int {
    guard let start = first.start(in: .gmt) else { return 0 }
    // 1970-01-01 was a Thursday.
    let days = Int((start.timeIntervalSince1970 / 86_400).rounded(.down))
    return ((days + 3) % 7 + 7) % 7
  }

  static let valueName = "month"
  static let sample = "2026-11"
  var description: String { month < 10 ? "\(year)-0\(month)" : "\(year)-\(month)" }
}
