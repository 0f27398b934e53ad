import Formatting
import Foundation
import MarketWire
import Messages
import TerminalKit

/// The heading above the rows of a list and the footer below them.
struct ListingHeaderFooter {
  /// The parts of a screen that the footer explains.
  struct Legend {
    /// Whether own listings are marked with a sign.
    var hasMarks: Bool
    var hasDates: Bool
  }

  let page: ListingPage
  let statistics: ListingStatistics
  let viewport: Viewport
  let legend: Legend
  private var theme: Theme { viewport.theme }
  private var flow: FlowLayout { FlowLayout(viewport: viewport) }

  /// `12 of 340 · mine · "mug" · price ↓ · page 2/17`, and an empty line.
  var header: [StyledText] {
    var parts = [viewport.text(count, theme.title)]
    parts += page.facets.map { viewport.text($0) }
    if let number = page.page, let last = page.lastPage, last > 1 {
      parts.append(
        viewport.text(
          viewport.usesScreenReader ? "page \(number) of \(last)" : "page \(number)/\(last)"))
    } else if let number = page.page, number > 1 {
      parts.append(viewport.text("page \(number)"))
    }
    return flow.lines(parts) + [""]
  }

  /// The footer below rows. The notice of a cached list takes the place of the empty line above, so
  /// that the list still fits the window.
  var separatedFooter: [StyledText] {
    let footer = footer
    return footer.isEmpty || page.cachedAt != nil ? footer : [""] + footer
  }

  /// The heading above a stream, of which only the market knows the number of rows.
  var streamHeading: [StyledText] {
    var parts = page.total.map { [viewport.text(Self.listings($0), theme.title)] } ?? []
    parts += page.facets.map { viewport.text($0) }
    return parts.isEmpty ? [] : flow.lines(parts) + [""]
  }

  /// Commands for other pages, legend, note on the sort, and the date of cached data, which comes
  /// last because the last line is next to the prompt.
  var footer: [StyledText] {
    flow.lines(pageCommands) + flow.lines(legendParts) + flow.lines(sortNote)
      + page.footnotes.flatMap { flow.lines([viewport.text($0, theme.quiet)]) }
      + viewport.cacheNoticeLines(page.cachedAt)
  }

  /// The footer below a stream, which begins with the number of rows.
  var streamFooter: [StyledText] {
    flow.lines([viewport.text(Self.listings(statistics.count), theme.title)]) + footer
  }

  private var count: Message {
    let shown = statistics.count
    guard let total = page.total, total != shown else { return Self.listings(shown) }
    // A counted message, because an amount is not translated as a position in a list is.
    return Message(count: total, one: "\(shown) of \(total)", other: "\(shown) of \(total)")
  }

  private static func listings(_ count: Int) -> Message {
    Message(count: count, one: "1 listing", other: "\(count) listings")
  }

  /// `page 2 of 17 · next · prev · page N`.
  private var pageCommands: [StyledText] {
    guard let number = page.page, number > 1 || hasNext(after: number) else { return [] }
    let place: Message = page.lastPage.map { "page \(number) of \($0)" } ?? "page \(number)"
    var commands: [String] = []
    switch page.presentation.navigation {
    case .prompt:
      if hasNext(after: number) { commands.append("next") }
      if number > 1 { commands.append("prev") }
      commands.append("page N")
    case .options:
      commands.append("--page \(hasNext(after: number) ? number + 1 : number - 1)")
    }
    let first: Message =
      viewport.usesScreenReader
      ? "other pages: \(command: commands[0])" : "\(command: commands[0])"
    return (viewport.usesScreenReader ? [] : [viewport.text(place, theme.quiet)])
      + [viewport.text(first, theme.command)]
      + commands.dropFirst().map { viewport.text("\(command: $0)", theme.command) }
  }

  private func hasNext(after number: Int) -> Bool {
    page.lastPage.map { number < $0 } ?? false
  }

  private var legendParts: [StyledText] {
    var parts: [StyledText] = []
    if legend.hasMarks, statistics.hasOwn, !page.presentation.isOwnOnly {
      parts.append(viewport.text("\("•", .own) yours", theme.quiet))
    }
    if legend.hasMarks, statistics.hasStars {
      parts.append(viewport.text("\("★", .own) starred", theme.quiet))
    }
    if let visit = page.lastVisit, statistics.hasUpdates {
      let age = viewport.dates.since(moment: visit)
      parts.append(viewport.text("changes since your last visit, \(age)", theme.quiet))
    }
    if let zone = dateZone { parts.append(viewport.text("dates in \(zone)", theme.quiet)) }
    return parts
  }

  /// A list sorted by price may look unsorted if it has several currencies.
  private var sortNote: [StyledText] {
    guard page.presentation.isSortedByPrice, statistics.hasSeveralCurrencies else { return [] }
    return [viewport.text("Sorted by price within each currency.", theme.quiet)]
  }

  /// The time zone of the dates, if the list was asked for by days: the reader's if all exact times
  /// are known, otherwise UTC.
  private var dateZone: String? {
    guard page.presentation.hasDays, legend.hasDates, statistics.hasDates else { return nil }
    return statistics.hasExactDates ? zoneName : "UTC"
  }

  /// The identifier of the time zone; `UTC` for all of its other names.
  private var zoneName: String {
    let name = viewport.timeZone.identifier
    return ["GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Zulu"].contains(name) ? "UTC" : name
  }
}
