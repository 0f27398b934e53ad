import MarketWire
public import TerminalKit

/// Listings as cards side by side, below a heading or in a window that scrolls.
///
/// A card has a rule with the id, space for a picture, the name on one or two lines, the price, and
/// a line with stock, shop and code. Parts of cards side by side begin on the same line.
public struct ListingGrid {
  static let gap = 3
  /// The least width of a card: a discounted price of five digits fits.
  static let minimumWidth = 24
  /// The lines of a card of fixed height besides its picture: rule, name, price, foot, and an empty
  /// line.
  private static let textLines = 6
  /// The lines that a picture keeps so that another line of cards fits.
  private static let leastPictureLines = 4

  /// The cards of a screen. The next one often differs only in the card with the cursor.
  public struct Cache {
    fileprivate var cards: [Key: Parts] = [:]

    public init() {}
  }

  fileprivate struct Key: Hashable {
    let row: ListingRow
    let isSelected: Bool
    let isMarked: Bool

    func hash(into hasher: inout Hasher) {
      // A screen has few cards of one listing; comparing them is quicker than hashing texts.
      hasher.combine(row.product.id)
      hasher.combine(isSelected)
    }
  }

  /// A line of a card, and its width in columns.
  fileprivate struct Piece {
    let text: StyledText
    let width: Int
  }

  /// The parts of a card below its rule.
  fileprivate struct Parts {
    let rule: Piece
    let missingPicture: Piece
    /// The file name of the picture; nil if pictures are not named.
    let pictureName: Piece?
    let name: [Piece]
    /// The name on one line.
    let shortName: Piece
    let prices: [Piece]
    let news: [Piece]
    let foot: Piece
  }

  private let viewport: Viewport
  private let own: OwnShop?
  private let isOwnOnly: Bool
  private let card: ListingCard
  /// The number of cards side by side.
  public let perLine: Int
  let cardWidth: Int
  /// The lines of each card, to which its parts are cut; nil for cards as high as they need.
  public let height: Int?
  /// The empty lines in each card that a picture is drawn into.
  let pictureLines: Int
  private let namesPictures: Bool

  /// Cards for the rows of a page, and for more rows that follow.
  init(page: ListingPage, viewport: Viewport) {
    let cells = ListingCells(viewport: viewport)
    let columns = viewport.columns ?? 80
    let widest = page.rows.reduce(Self.minimumWidth) { widest, row in
      max(widest, cells.price(row.product).width, cells.oldPrice(row.product).width)
    }
    let least = min(widest, columns)
    // Without a window, cards are one below the other.
    let perLine = viewport.columns == nil ? 1 : Self.perLine(columns, cardWidth: least)
    cardWidth = max(least, (columns - Self.gap * (perLine - 1)) / perLine)
    pictureLines = viewport.pictures?.rows(forColumns: cardWidth) ?? 0
    card = ListingCard(
      cells: cells, width: cardWidth, cutsNames: viewport.columns != nil,
      showsShop: !page.presentation.isOwnOnly)
    height = nil
    namesPictures = page.presentation.namesPictures && pictureLines == 0
    (self.perLine, self.viewport) = (perLine, viewport)
    (own, isOwnOnly) = (page.own, page.presentation.isOwnOnly)
  }

  /// Cards of equal height, for a window that scrolls.
  ///
  /// - Parameters:
  ///   - isOwnOnly: whether neither a mark nor the shop says whose a listing is.
  ///   - width: the number of columns.
  ///   - rows: the rows of the screen, which the cards fill. Pictures shrink if another line of cards
  ///     fits then.
  public init(viewport: Viewport, own: OwnShop?, isOwnOnly: Bool, width: Int, rows: Int) {
    perLine = Self.perLine(width, cardWidth: Self.minimumWidth)
    cardWidth = max(1, (width - Self.gap * (perLine - 1)) / perLine)
    let natural = viewport.pictures?.rows(forColumns: cardWidth) ?? 0
    let least = Self.textLines + min(natural, Self.leastPictureLines)
    let lineCount = min(
      max(rows / least, 1), Int((Double(rows) / Double(Self.textLines + natural)).rounded(.up)))
    // Without pictures, as many lines of cards as fit; the rows that are left are shared among them.
    let height = max(rows / max(lineCount, 1), min(rows, Self.textLines))
    pictureLines = max(min(natural, height - Self.textLines), 0)
    card = ListingCard(
      cells: ListingCells(viewport: viewport), width: cardWidth, cutsNames: true,
      showsShop: !isOwnOnly)
    namesPictures = false
    (self.height, self.viewport, self.own, self.isOwnOnly) = (height, viewport, own, isOwnOnly)
  }

  static func perLine(_ columns: Int, cardWidth: Int) -> Int {
    max(1, (columns + gap) / (cardWidth + gap))
  }

  /// The cards, with an empty line between lines of cards.
  func cards(_ rows: ArraySlice<ListingRow>) -> RenderedBlock {
    var block = RenderedBlock()
    for start in stride(from: rows.startIndex, to: rows.endIndex, by: perLine) {
      let side = rows[start..<min(start + perLine, rows.endIndex)]
      var cache = Cache()
      let line = lines(Array(side), selected: nil, marked: [], from: Cache(), to: &cache)
      if !block.lines.isEmpty { block.lines.append("") }
      block.append(RenderedBlock(lines: line.lines, pictures: line.slots))
    }
    return block
  }

  /// One line of cards, and the slots of their pictures.
  ///
  /// - Parameters:
  ///   - rows: nil where a row was not loaded yet.
  ///   - selected: the index of the card with the cursor.
  ///   - marked: the ids of the listings that the user has marked.
  ///   - old: the cards of the last screen, which were made for the same viewport and size.
  ///   - new: the cards of this screen, to which these are added.
  public func lines(
    _ rows: [ListingRow?], selected: Int?, marked: Set<Int>, from old: Cache, to new: inout Cache
  ) -> (lines: [StyledText], slots: [PictureSlot]) {
    var cards: [Parts?] = []
    var slots: [PictureSlot] = []
    for (index, row) in rows.enumerated() {
      guard let row else {
        cards.append(nil)
        continue
      }
      let key = Key(
        row: row, isSelected: index == selected, isMarked: marked.contains(row.product.id))
      let card = old.cards[key] ?? parts(of: key)
      new.cards[key] = card
      cards.append(card)
      if pictureLines > 0, let url = row.product.thumbnail {
        slots.append(
          PictureSlot(
            listing: row.product.id, url: url, line: 1, column: index * (cardWidth + Self.gap),
            columns: cardWidth, rows: pictureLines))
      }
    }
    return (arranged(cards).map(joined), slots)
  }

  /// The lines of cards side by side. Names have one line if there is no room for two.
  private func arranged(_ cards: [Parts?]) -> [[Piece?]] {
    let known = cards.compactMap(\.self)
    let prices = known.reduce(1) { max($0, $1.prices.count) }
    let names = known.reduce(1) { max($0, $1.name.count) }
    // Besides the rule and the foot.
    let room = height.map { $0 - pictureLines - 2 } ?? .max / 2
    let nameLines = max(min(names, room - prices), 1)
    let isCut = height != nil && nameLines == 1
    let newsLines = min(
      known.reduce(0) { max($0, $1.news.count) }, max(room - prices - nameLines, 0))
    let empty = cards.map { _ in nil as Piece? }
    var lines = [cards.map { $0?.rule }]
    for index in 0..<pictureLines {
      lines.append(index == pictureLines / 2 ? cards.map { $0?.missingPicture } : empty)
    }
    if namesPictures { lines.append(cards.map { $0?.pictureName }) }
    for index in 0..<nameLines {
      lines.append(cards.map { isCut ? $0?.shortName : $0?.name.dropFirst(index).first })
    }
    for index in 0..<prices { lines.append(cards.map { $0?.prices.dropFirst(index).first }) }
    for index in 0..<newsLines { lines.append(cards.map { $0?.news.dropFirst(index).first }) }
    lines.append(cards.map { $0?.foot })
    return lines + Array(repeating: empty, count: max((height ?? 0) - lines.count, 0))
  }

  /// One line of several cards, without trailing spaces.
  ///
  /// A piece that is wider than its card, as in later rows of a stream, moves the next one to the
  /// right.
  private func joined(_ pieces: [Piece?]) -> StyledText {
    var line = StyledText()
    var width = 0
    for (index, piece) in pieces.enumerated() {
      guard let piece, !piece.text.isEmpty else { continue }
      let spaces = max(index * (cardWidth + Self.gap) - width, line.isEmpty ? 0 : 1)
      line.appendSpaces(spaces)
      line.append(piece.text)
      width += spaces + piece.width
    }
    return line
  }

  private func parts(of key: Key) -> Parts {
    let (row, isMarked) = (key.row, key.isMarked)
    let isOwn = !isOwnOnly && (own?.owns(row.product) ?? false)
    var rule = card.rule(row, isOwn: isOwn, width: cardWidth - (isMarked ? 2 : 0))
    if key.isSelected { rule = heavy(rule) }
    if isMarked { rule = StyledText("✓ ", viewport.theme.highlight) + rule }
    return Parts(
      rule: piece(rule), missingPicture: piece(card.missingPicture(row.product)),
      pictureName: namesPictures ? piece(card.picture(row.product)) : nil,
      name: card.name(row).map(piece), shortName: piece(card.shortName(row)),
      prices: card.prices(row.product).map(piece),
      news: news(row).map(piece), foot: piece(card.foot(row)))
  }

  private func news(_ row: ListingRow) -> [StyledText] {
    height == nil ? [card.news(row)].filter { !$0.isEmpty } : card.news(row, lines: 2)
  }

  /// The text, cut to the card if that has a fixed height.
  private func piece(_ text: StyledText) -> Piece {
    let text = height == nil ? text : text.truncated(to: cardWidth)
    return Piece(text: text, width: text.width)
  }

  /// The rule of the card with the cursor: double, so that color is not the only sign.
  private func heavy(_ rule: StyledText) -> StyledText {
    let style = viewport.theme.highlight.with(.bold)
    return rule.fragments.reduce(into: StyledText()) { text, fragment in
      text.append(fragment.text.replacing("─", with: "═"), style)
    }
  }
}
