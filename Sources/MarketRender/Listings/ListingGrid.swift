/// Listings as cards side by side, as many as the window holds.
import MarketWire
import TerminalKit

/// The cards of a `ListingPage`.
///
/// A card is a rule with the id and what is to be noticed (`yours`, `new`), room for a picture, the
/// name on at most two lines, the price, and what is left, from whom, with the seller's code.
struct ListingGrid {
  static let gap = 3
  /// The width that a card has at least, so that a discounted price of five digits fits.
  static let minimumWidth = 24

  let listing: ListingPage
  let viewport: Viewport
  /// Lines left empty in each card for a picture to be drawn into.
  let pictureLines: Int
  /// Columns of one card.
  let cardWidth: Int
  /// Cards side by side.
  let perLine: Int
  private let card: ListingCard

  init(listing: ListingPage, viewport: Viewport) {
    self.listing = listing
    self.viewport = viewport
    let cells = ListingCells(viewport: viewport)
    // Off a terminal there is no window, and cards one below the other lose nothing.
    let room = viewport.columns ?? 80
    let widest = listing.rows.reduce(Self.minimumWidth) { widest, row in
      max(widest, cells.price(row.product).width, cells.oldPrice(row.product).width)
    }
    let least = min(widest, room)
    perLine = viewport.columns == nil ? 1 : max(1, (room + Self.gap) / (least + Self.gap))
    cardWidth = max(least, (room - Self.gap * (perLine - 1)) / perLine)
    pictureLines = viewport.pictures?.rows(forColumns: cardWidth) ?? 0
    card = ListingCard(cells: cells, width: cardWidth, cutsNames: viewport.columns != nil)
  }

  /// Heading, cards and footer; nothing for a listing without rows. Windows too narrow for cards,
  /// and readers of speech, get labels.
  var screen: RenderedBlock {
    guard !listing.rows.isEmpty else { return RenderedBlock() }
    guard !viewport.prefersLabels else {
      return RenderedBlock(
        lines: ListingTable(listing: listing, viewport: viewport).lines(fields: nil))
    }
    let words = ListingHeaderFooter(
      listing: listing, viewport: viewport, signs: .init(hasMarks: false, hasDays: false))
    let footer = words.footer
    var screen = RenderedBlock(lines: words.top)
    screen.append(cards(listing.rows[...]))
    screen.append(footer.isEmpty ? [] : [""] + footer)
    return screen
  }

  /// Lines of cards, each as high as its highest card, with an empty line between.
  func cards(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    var screen = RenderedBlock()
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + perLine, rows.endIndex)
      if !screen.lines.isEmpty { screen.lines.append("") }
      screen.pictures += slots(rows[start..<end], below: screen.lines.count)
      append(rows[start..<end], to: &screen.lines)
      start = end
    }
    return screen
  }

  /// The room for the pictures of cards side by side whose rule is `line`.
  private func slots(_ rows: ArraySlice<ListingRow>, below line: Int) -> [PictureSlot] {
    guard pictureLines > 0 else { return [] }
    return rows.enumerated().compactMap { index, row in
      row.product.thumbnail.map { url in
        PictureSlot(
          listing: row.product.id, url: url, line: line + 1,
          column: index * (cardWidth + Self.gap), columns: cardWidth, rows: pictureLines)
      }
    }
  }

  private func append(_ rows: ArraySlice<ListingRow>, to lines: inout [StyledText]) {
    let names = rows.map(card.name)
    let nameLines = names.reduce(1) { max($0, $1.count) }
    let prices = rows.map { card.prices($0.product) }
    let priceLines = prices.reduce(1) { max($0, $1.count) }
    lines.append(line(rows.map { card.rule($0, isOwn: listing.isOwn($0)) }))
    for index in 0..<pictureLines {
      let isMiddle = index == pictureLines / 2
      lines.append(isMiddle ? line(rows.map { card.absentPicture($0.product) }) : "")
    }
    if listing.presentation.namesPictures, pictureLines == 0 {
      lines.append(line(rows.map { card.picture($0.product) }))
    }
    for index in 0..<nameLines {
      lines.append(line(names.map { index < $0.count ? $0[index] : StyledText() }))
    }
    for index in 0..<priceLines {
      lines.append(line(prices.map { index < $0.count ? $0[index] : StyledText() }))
    }
    lines.append(line(rows.map { card.foot($0) }))
  }

  /// Pieces of cards side by side, without blanks at the end. One that is wider than its card, as
  /// rows that came after the layout may have it, pushes the next aside.
  private func line(_ pieces: [StyledText]) -> StyledText {
    var result = StyledText()
    var missing = 0
    for piece in pieces {
      if !piece.isEmpty {
        let blanks = result.isEmpty ? missing : max(missing, 1)
        result.append(String(repeating: " ", count: blanks))
        result.append(piece)
        missing -= blanks
      }
      missing += cardWidth - piece.width + Self.gap
    }
    return result
  }
}
