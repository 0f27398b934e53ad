import MarketWire
import TerminalKit

/// The listings of a `ListingPage` as cards side by side.
///
/// A card has a rule with the id, space for a picture, the name on one or two lines, the price, and
/// a line with stock, shop and code.
struct ListingGrid {
  static let gap = 3
  /// The least width of a card: a discounted price of five digits fits.
  static let minimumWidth = 24

  let page: ListingPage
  let viewport: Viewport
  /// The empty lines in each card that a picture is drawn into.
  let pictureLines: Int
  let cardWidth: Int
  /// The number of cards side by side.
  let perLine: Int
  private let card: ListingCard

  init(page: ListingPage, viewport: Viewport) {
    self.page = page
    self.viewport = viewport
    let cells = ListingCells(viewport: viewport)
    let columns = viewport.columns ?? 80
    let widest = page.rows.reduce(Self.minimumWidth) { widest, row in
      max(widest, cells.price(row.product).width, cells.oldPrice(row.product).width)
    }
    let least = min(widest, columns)
    // Without a window, cards are one below the other.
    perLine = viewport.columns == nil ? 1 : max(1, (columns + Self.gap) / (least + Self.gap))
    cardWidth = max(least, (columns - Self.gap * (perLine - 1)) / perLine)
    pictureLines = viewport.pictures?.rows(forColumns: cardWidth) ?? 0
    card = ListingCard(
      cells: cells, width: cardWidth, cutsNames: viewport.columns != nil,
      showsShop: !page.presentation.isOwnOnly)
  }

  /// Heading, cards and footer; nothing if the page has no rows.
  ///
  /// Narrow windows and screen readers get labels instead of cards.
  var block: RenderedBlock {
    guard !page.rows.isEmpty else { return RenderedBlock() }
    guard !viewport.prefersLabels else {
      return RenderedBlock(lines: ListingTable(page: page, viewport: viewport).lines(fields: nil))
    }
    let captions = ListingHeaderFooter(
      page: page, viewport: viewport, legend: .init(hasMarks: false, hasDates: false))
    var block = RenderedBlock(lines: captions.header)
    block.append(cards(page.rows[...]))
    block.append(captions.separatedFooter)
    return block
  }

  /// The cards, with an empty line between lines of cards.
  func cards(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    var block = RenderedBlock()
    var start = rows.startIndex
    while start < rows.endIndex {
      let end = min(start + perLine, rows.endIndex)
      if !block.lines.isEmpty { block.lines.append("") }
      block.pictures += slots(rows[start..<end], below: block.lines.count)
      append(rows[start..<end], to: &block.lines)
      start = end
    }
    return block
  }

  /// The slots for the pictures of cards side by side.
  ///
  /// - Parameter line: the line of the rules of the cards.
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
    lines.append(
      line(rows.map { card.rule($0, isOwn: !page.presentation.isOwnOnly && page.isOwn($0)) }))
    for index in 0..<pictureLines {
      let isMiddle = index == pictureLines / 2
      lines.append(isMiddle ? line(rows.map { card.missingPicture($0.product) }) : "")
    }
    if page.presentation.namesPictures, pictureLines == 0 {
      lines.append(line(rows.map { card.picture($0.product) }))
    }
    for index in 0..<nameLines {
      lines.append(line(names.map { index < $0.count ? $0[index] : StyledText() }))
    }
    for index in 0..<priceLines {
      lines.append(line(prices.map { index < $0.count ? $0[index] : StyledText() }))
    }
    let news = rows.map(card.news)
    if news.contains(where: { !$0.isEmpty }) { lines.append(line(news)) }
    lines.append(line(rows.map { card.foot($0) }))
  }

  /// One line of several cards, without trailing spaces.
  ///
  /// A piece that is wider than its card, as in later rows of a stream, moves the next one to the
  /// right.
  private func line(_ pieces: [StyledText]) -> StyledText {
    var result = StyledText()
    var missing = 0
    for piece in pieces {
      if !piece.isEmpty {
        let spaces = result.isEmpty ? missing : max(missing, 1)
        result.append(String(repeating: " ", count: spaces))
        result.append(piece)
        missing -= spaces
      }
      missing += cardWidth - piece.width + Self.gap
    }
    return result
  }
}
