/// One listing in full.
import MarketWire
import Messages
import TerminalKit

/// The screen of a `ListingDetail`.
struct DetailScreen {
  let detail: ListingDetail
  let viewport: Viewport
  private var product: Product { detail.row.product }
  private var cells: ListingCells { ListingCells(viewport: viewport) }
  private var theme: Theme { viewport.theme }
  /// Lines longer than this are tiring to read, however wide the window.
  private static let readable = 88

  private var width: Int { min(viewport.columns ?? .max, Self.readable) }

  /// Several sheets with a rule between them; an empty line is enough where lines are read out.
  static func screen(of details: [ListingDetail], viewport: Viewport) -> RenderedBlock {
    let width = min(viewport.columns ?? Self.readable, Self.readable)
    let rule = StyledText(String(repeating: "─", count: width), viewport.theme.quiet)
    let between = viewport.usesScreenReader ? [StyledText()] : ["", rule, ""]
    return RenderedBlock.joined(
      details.map { DetailScreen(detail: $0, viewport: viewport).screen }, separator: between)
  }

  /// Name, facts, description and pictures.
  var screen: RenderedBlock {
    let title = Wrapping(width: width).lines(cells.name(product).styled(theme.title))
    let blocks = [title + byline, facts, description].filter { !$0.isEmpty }
    // An empty line below each.
    let rows = blocks.reduce(0) { $0 + $1.count + 1 }
    let below = drawnPictures(under: rows) ?? RenderedBlock(lines: pictures)
    return RenderedBlock.joined(
      blocks.map { RenderedBlock(lines: $0) } + (below.lines.isEmpty ? [] : [below]),
      separator: [""])
  }

  var lines: [StyledText] { screen.lines }

  /// Room for the pictures side by side, each with its number below; nil where they are named. They
  /// are small enough for the name above so many rows of text to stay on the screen with the prompt.
  private func drawnPictures(under rows: Int) -> RenderedBlock? {
    guard let room = viewport.pictures, let columns = viewport.columns, !viewport.prefersLabels,
      detail.pictures != .never, let pictures = product.pictures,
      !pictures.isEmpty
    else { return nil }
    return PictureGallery(
      pictures: pictures, listing: product.id, thumbnail: product.thumbnail,
      columns: min(columns, Self.readable), room: room,
      // The prompt, and the line that says from when a kept listing is.
      rows: room.windowRows - rows - (detail.cachedAt == nil ? 1 : 2), theme: theme,
      hyperlinks: viewport.hyperlinks
    ).screen
  }

  /// `listing 236 · @MUG-01 · my shop · • yours`.
  private var byline: [StyledText] {
    // One that is not up yet has no number.
    var parts =
      product.id > 0 ? [StyledText("listing \(product.id)", theme.quiet)] : []
    if detail.row.code != nil { parts.append(cells.code(detail.row)) }
    if product.vendor.name != nil { parts.append(cells.seller(product)) }
    if detail.isOwn {
      parts.append(viewport.usesScreenReader ? "yours" : StyledText("•", theme.own) + " yours")
    }
    return FlowLayout(viewport: viewport, atMost: Self.readable).lines(parts)
  }

  private var facts: [StyledText] {
    var facts = [("price", cells.wholePrice(product)), ("stock", cells.stock(product))]
    if let made = date(product.createdAtExact, product.createdAt) { facts.append(("made", made)) }
    if product.isEdited, let edited = date(product.issuedAtExact, product.issuedAt) {
      facts.append(("edited", edited.styled(theme.highlight)))
    }
    return LabeledValues(facts: facts, viewport: viewport).lines
  }

  /// `3 days ago · 2026-11-03 14:05`, or the day in UTC where nothing more exact is known.
  private func date(_ exact: WireDate?, _ day: WireDate?) -> StyledText? {
    let age = viewport.age
    if let exact {
      return StyledText(age.since(moment: exact)) + viewport.separator
        + StyledText(age.local(exact), theme.quiet)
    }
    return day.map {
      StyledText(age.since(day: $0)) + viewport.separator
        + StyledText("\($0.dayText) UTC", theme.quiet)
    }
  }

  private var description: [StyledText] {
    guard let text = product.description, !text.isEmpty else { return [] }
    return Wrapping(width: width).lines(StyledText(UntrustedText(text).block))
  }

  /// Each picture's address on a line of its own, whole, so that it can be copied; where the
  /// terminal has links, its short name instead.
  private var pictures: [StyledText] {
    guard detail.pictures != .never, let pictures = product.pictures, !pictures.isEmpty else {
      return []
    }
    let count = pictures.count == 1 ? "1 picture" : "\(pictures.count) pictures"
    return [StyledText(count, theme.header)]
      + pictures.enumerated().flatMap { index, picture -> [StyledText] in
        let number = viewport.usesScreenReader ? "picture \(index + 1): " : "  \(index + 1)  "
        let line = StyledText(number, theme.quiet) + link(picture.url)
        let isThumbnail =
          pictures.count > 1 && picture.thumbnailURL == product.thumbnail
          && product.thumbnail != nil
        guard isThumbnail else { return [line] }
        let word = StyledText("thumbnail", theme.quiet)
        let whole = line + viewport.separator + word
        return whole.width <= width ? [whole] : [line, StyledText("     ") + word]
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
