/// What stands above and below a table of listings.
import Foundation
import MarketWire
import TerminalKit

/// Heading and footer of a listing.
struct ListingWords {
  let listing: ProductListing
  let viewport: Viewport
  let showsDays: Bool
  private var theme: Theme { viewport.theme }
  private var wrapping: Wrapping { Wrapping(width: viewport.columns ?? .max / 2) }

  /// `12 of 340 · mine · "mug" · price ↓ · page 2/17`.
  var heading: [StyledText] {
    var parts = [StyledText(count, theme.title)]
    parts += listing.facets.map { StyledText(ForeignText($0).line) }
    if let page = listing.page, let lastPage = listing.lastPage, lastPage > 1 {
      parts.append(StyledText("page \(page)/\(lastPage)"))
    } else if let page = listing.page, page > 1 {
      parts.append(StyledText("page \(page)"))
    }
    return wrapping.lines(parts.joined(separator: StyledText(" · ", theme.quiet)))
  }

  /// How to go on, what the marks mean, and whose days the dates are.
  var footer: [StyledText] {
    let separator = StyledText(" · ", theme.quiet)
    return [wayOn, legend].filter { !$0.isEmpty }
      .flatMap { wrapping.lines($0.joined(separator: separator)) }
  }

  private var count: String {
    let shown = listing.rows.count
    if let total = listing.total, total != shown { return "\(shown) of \(total)" }
    return shown == 1 ? "1 listing" : "\(shown) listings"
  }

  private var wayOn: [StyledText] {
    guard let page = listing.page, page > 1 || hasNext(after: page) else { return [] }
    var parts = [StyledText(listing.lastPage.map { "page \(page) of \($0)" } ?? "page \(page)")]
      .map { $0.styled(theme.quiet) }
    switch listing.navigation {
    case .prompt:
      if hasNext(after: page) { parts.append(StyledText("next", theme.command)) }
      if page > 1 { parts.append(StyledText("prev", theme.command)) }
      parts.append(StyledText("page N", theme.command))
    case .options:
      let other = hasNext(after: page) ? page + 1 : page - 1
      parts.append(StyledText("--page \(other)", theme.command))
    }
    return parts
  }

  private func hasNext(after page: Int) -> Bool { listing.lastPage.map { page < $0 } ?? false }

  /// What the marks mean, where they are signs, and whose days the dates are.
  private var legend: [StyledText] {
    var parts: [StyledText] = []
    func add(_ mark: String, _ style: Style, _ words: String, when isShown: Bool) {
      guard isShown, !viewport.prefersLabels else { return }
      parts.append(StyledText(mark, style) + StyledText(" " + words, theme.quiet))
    }
    let rows = listing.rows
    add("•", theme.own, "yours", when: rows.contains(where: listing.isOwn))
    add("★", theme.news, "starred", when: rows.contains(where: \.isStarred))
    add("+", theme.news, "new", when: rows.contains { $0.news == .new })
    add("~", theme.news, "changed", when: rows.contains { $0.news == .changed })
    if let zone = dayZone { parts.append(StyledText("days in \(zone)", theme.quiet)) }
    return parts
  }

  /// Whose days the dates are: the reader's where every moment is known exactly, else UTC's.
  private var dayZone: String? {
    guard showsDays else { return nil }
    let dated = listing.rows.map(\.product).filter { $0.createdAt != nil }
    guard !dated.isEmpty else { return nil }
    return dated.allSatisfy { $0.createdAtExact != nil } ? zoneName : "UTC"
  }

  /// The zone as people write it; what has no offset at all is UTC.
  private var zoneName: String {
    let name = viewport.timeZone.identifier
    return ["GMT", "Etc/UTC", "Etc/GMT", "Etc/UCT", "Zulu"].contains(name) ? "UTC" : name
  }
}
