/// What stands above and below the rows of a listing.
import Foundation
import MarketWire
import Messages
import TerminalKit

/// Heading and footer of a listing.
struct ListingHeaderFooter {
  /// Which signs the rows have, so that the footer tells what they mean.
  struct Signs {
    /// Whether marks are signs that need a legend, not words.
    var hasMarks: Bool
    /// Whether dates are seen, so that it matters whose days they are.
    var hasDays: Bool
  }

  let listing: ListingPage
  let tally: ListingStatistics
  let viewport: Viewport
  let signs: Signs
  private var theme: Theme { viewport.theme }
  private var flow: FlowLayout { FlowLayout(viewport: viewport) }

  init(
    listing: ListingPage, tally: ListingStatistics? = nil, viewport: Viewport, signs: Signs
  ) {
    self.listing = listing
    self.tally = tally ?? ListingStatistics(listing)
    self.viewport = viewport
    self.signs = signs
  }

  /// `12 of 340 · mine · "mug" · price ↓ · page 2/17`.
  var heading: [StyledText] {
    var parts = [StyledText(count, theme.title)]
    parts += listing.facets.map { StyledText(UntrustedText($0).line) }
    if let page = listing.page, let lastPage = listing.lastPage, lastPage > 1 {
      parts.append(
        StyledText("page \(page)" + (viewport.usesScreenReader ? " of " : "/") + "\(lastPage)"))
    } else if let page = listing.page, page > 1 {
      parts.append(StyledText("page \(page)"))
    }
    return flow.lines(parts)
  }

  /// The heading and the empty line below it. Of what was kept that line stands at the bottom, so
  /// that a page cut for the window still fits.
  var top: [StyledText] { heading + (listing.cachedAt == nil ? [""] : []) }

  /// The heading of rows that are still coming, as far as their number is known.
  var openHeading: [StyledText] {
    var parts = listing.total.map { [StyledText(Self.listings($0), theme.title)] } ?? []
    parts += listing.facets.map { StyledText(UntrustedText($0).line) }
    return parts.isEmpty ? [] : flow.lines(parts) + [""]
  }

  /// How to go on, what the marks mean, and whose days the dates are. From when it is stands last:
  /// next to the line that is typed next, where nobody overlooks it.
  var footer: [StyledText] {
    flow.lines(wayOn) + flow.lines(legend) + flow.lines(order)
      + viewport.cacheNotice(listing.cachedAt)
  }

  /// Below rows that came in pieces: how many they were.
  var closingFooter: [StyledText] {
    flow.lines([StyledText(Self.listings(tally.count), theme.title)]) + footer
  }

  private var count: String {
    let shown = tally.count
    if let total = listing.total, total != shown { return "\(shown) of \(total)" }
    return Self.listings(shown)
  }

  private static func listings(_ count: Int) -> String {
    count == 1 ? "1 listing" : "\(count) listings"
  }

  private var wayOn: [StyledText] {
    guard let page = listing.page, page > 1 || hasNext(after: page) else { return [] }
    let here = listing.lastPage.map { "page \(page) of \($0)" } ?? "page \(page)"
    var commands: [String] = []
    switch listing.presentation.navigation {
    case .prompt:
      if hasNext(after: page) { commands.append("next") }
      if page > 1 { commands.append("prev") }
      commands.append("page N")
    case .options:
      commands.append("--page \(hasNext(after: page) ? page + 1 : page - 1)")
    }
    if viewport.usesScreenReader { commands[0] = "to go on: " + commands[0] }
    return (viewport.usesScreenReader ? [] : [StyledText(here, theme.quiet)])
      + commands.map { StyledText($0, theme.command) }
  }

  private func hasNext(after page: Int) -> Bool { listing.lastPage.map { page < $0 } ?? false }

  /// What the marks mean, where they are signs, and whose days the dates are.
  private var legend: [StyledText] {
    var parts: [StyledText] = []
    if signs.hasMarks, tally.hasOwn {
      parts.append(StyledText("•", theme.own) + StyledText(" yours", theme.quiet))
    }
    if let zone = dayZone { parts.append(StyledText("days in \(zone)", theme.quiet)) }
    return parts
  }

  /// What the order means where it seems wrong.
  private var order: [StyledText] {
    guard listing.presentation.isSortedByPrice, tally.isMixed else { return [] }
    return [
      StyledText(
        "Prices are in order within each currency, one currency after the other.",
        theme.quiet)
    ]
  }

  /// Whose days the dates are: the reader's where every moment is known exactly, else UTC's.
  private var dayZone: String? {
    guard signs.hasDays, tally.hasDay else { return nil }
    return tally.isExact ? zoneName : "UTC"
  }

  /// The zone as people write it; what has no offset at all is UTC.
  private var zoneName: String {
    let name = viewport.timeZone.identifier
    return ["GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Zulu"].contains(name) ? "UTC" : name
  }
}
