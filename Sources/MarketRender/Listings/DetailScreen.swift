import Formatting
import MarketWire
import Messages
import TerminalKit

/// The screen of a `ListingDetail`: name, facts, description and photos.
struct DetailScreen {
  let detail: ListingDetail
  let viewport: Viewport
  private var product: Product { detail.row.product }
  private var cells: ListingCells { ListingCells(viewport: viewport) }
  private var theme: Theme { viewport.theme }
  /// The width up to which lines are easy to read.
  private static let readableWidth = 88

  private var width: Int { min(viewport.columns ?? .max, Self.readableWidth) }

  /// Several listings with a rule between them; for screen readers an empty line.
  static func block(of details: [ListingDetail], viewport: Viewport) -> RenderedBlock {
    let width = min(viewport.columns ?? readableWidth, readableWidth)
    let rule = StyledText(String(repeating: "─", count: width), viewport.theme.quiet)
    let separator = viewport.usesScreenReader ? [StyledText()] : ["", rule, ""]
    return RenderedBlock.joined(
      details.map { DetailScreen(detail: $0, viewport: viewport).block }, separator: separator)
  }

  var block: RenderedBlock {
    let title = Wrapping(width: width).lines(cells.name(product).styled(theme.title))
    let blocks = [title + byline, facts, description, notes].filter { !$0.isEmpty }
    // An empty line follows each block.
    let rows = blocks.reduce(0) { $0 + $1.count + 1 }
    let photos = gallery(below: rows) ?? RenderedBlock(lines: photoLines)
    return RenderedBlock.joined(
      blocks.map { RenderedBlock(lines: $0) } + (photos.lines.isEmpty ? [] : [photos]),
      separator: [""])
  }

  var lines: [StyledText] { block.lines }

  /// The photos side by side; nil if they are named instead.
  ///
  /// They are small enough for the name, which is this many rows above, to stay on the screen
  /// together with the prompt.
  private func gallery(below rows: Int) -> RenderedBlock? {
    guard let space = viewport.pictures, let columns = viewport.columns, !viewport.prefersLabels,
      detail.pictures != .never, let pictures = product.pictures, !pictures.isEmpty
    else { return nil }
    return PictureGallery(
      pictures: pictures, listing: product.id, thumbnail: product.thumbnail,
      columns: min(columns, Self.readableWidth), space: space,
      // The prompt, and the notice on the date of a cached listing.
      rows: space.windowRows - rows - (detail.cachedAt == nil ? 1 : 2), viewport: viewport
    ).block
  }

  /// `listing 236 · @MUG-01 · my shop · yours`.
  private var byline: [StyledText] {
    // The listing of a dry run has no id.
    var parts = product.id > 0 ? [viewport.text("listing \(product.id)", theme.quiet)] : []
    if detail.row.code != nil { parts.append(cells.code(detail.row)) }
    if product.vendor.name != nil { parts.append(cells.shop(product)) }
    if detail.isOwn {
      parts.append(cells.ownership(isOwn: true))
    }
    if detail.row.marks.isStarred {
      parts.append(viewport.text(viewport.usesScreenReader ? "starred" : "\("★", .own) starred"))
    }
    return FlowLayout(viewport: viewport, maximumWidth: Self.readableWidth).lines(parts)
  }

  private var facts: [StyledText] {
    var facts: [(label: Message, value: StyledText)] = [
      ("price", cells.fullPrice(product)), ("stock", cells.stock(product)),
    ]
    let updates = cells.updates(detail.row)
    if !updates.isEmpty { facts.append(("since your last visit", updates)) }
    if let created = date(product.createdAtExact, product.createdAt) {
      facts.append(("created", created))
    }
    if product.isEdited, let edited = date(product.issuedAtExact, product.issuedAt) {
      facts.append(("edited", edited.styled(theme.highlight)))
    }
    return LabeledValues(
      facts.map { ($0.label.text(in: viewport.catalog), $0.value) }, viewport: viewport
    ).lines
  }

  /// `3 days ago · 2026-11-03 14:05`, or the day in UTC if the exact time is unknown.
  private func date(_ exact: WireDate?, _ day: WireDate?) -> StyledText? {
    let dates = viewport.dates
    if let exact {
      return viewport.text(dates.since(moment: exact)) + viewport.separator
        + StyledText(dates.local(exact), theme.quiet)
    }
    return day.map {
      viewport.text(dates.since(day: $0)) + viewport.separator
        + viewport.text("\(formatted: $0.dayText) UTC", theme.quiet)
    }
  }

  private var description: [StyledText] {
    guard let text = product.description, !text.isEmpty else { return [] }
    return Wrapping(width: width).lines(StyledText(UntrustedText(text).block))
  }

  /// The seller's notes with their ages, and the mean of the ratings.
  private var notes: [StyledText] {
    let marks = detail.row.marks
    guard !marks.notes.isEmpty else { return [] }
    let count = Message(
      count: marks.notes.count, one: "1 note", other: "\(marks.notes.count) notes")
    var heading = viewport.text(count, theme.header)
    let rating = cells.rating(detail.row)
    if !rating.isEmpty {
      heading += viewport.separator + viewport.text("rated \(formatted: rating.plain) of 5")
    }
    return [heading]
      + marks.notes.enumerated().flatMap { index, note -> [StyledText] in
        var line = viewport.text("  \(index + 1)  ", theme.quiet)
        if let rating = note.rating {
          line += stars(rating) + (note.text.isEmpty ? "" : "  ")
        }
        line += StyledText(UntrustedText(note.text).line)
        line += viewport.separator
        line += viewport.text(viewport.dates.since(moment: note.date), theme.quiet)
        return Wrapping(width: width, indent: 5).lines(line)
      }
  }

  /// `★★★★☆`; for screen readers `4 of 5`.
  private func stars(_ rating: Int) -> StyledText {
    if viewport.usesScreenReader { return viewport.text("\(rating) of 5") }
    return StyledText(String(repeating: "★", count: rating), theme.highlight)
      + StyledText(String(repeating: "☆", count: max(5 - rating, 0)), theme.quiet)
  }

  /// The URLs of the photos, one per line and never cut, so that they can be copied; a terminal
  /// with links gets file names.
  private var photoLines: [StyledText] {
    guard detail.pictures != .never, let pictures = product.pictures, !pictures.isEmpty else {
      return []
    }
    let count = Message(
      count: pictures.count, one: "1 photo", other: "\(pictures.count) photos")
    return [viewport.text(count, theme.header)]
      + pictures.enumerated().flatMap { index, picture -> [StyledText] in
        let number: Message =
          viewport.usesScreenReader ? "photo \(index + 1): " : "  \(index + 1)  "
        let line = viewport.text(number, theme.quiet) + link(picture.url)
        let isThumbnail =
          pictures.count > 1 && picture.thumbnailURL == product.thumbnail
          && product.thumbnail != nil
        guard isThumbnail else { return [line] }
        let label = viewport.text("thumbnail", theme.quiet)
        let whole = line + viewport.separator + label
        return whole.width <= width ? [whole] : [line, StyledText("     ") + label]
      }
  }

  private func link(_ url: String) -> StyledText {
    guard viewport.hyperlinks else { return StyledText(UntrustedText(url).line) }
    let name = url.split(separator: "/").last.map(String.init) ?? url
    var style = theme.link
    style.link = url
    return StyledText(UntrustedText(name).line, style).truncated(to: max(width - 16, 8))
  }
}
