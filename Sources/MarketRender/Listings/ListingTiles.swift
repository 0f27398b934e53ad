import MarketWire
public import TerminalKit

/// Cards of equal height side by side, for a grid that scrolls.
public struct ListingTiles {
  /// The lines of a card besides its picture: rule, name, price, foot, and an empty line.
  private static let textLines = 6
  /// The lines that a picture keeps so that another line of cards fits.
  private static let leastPictureLines = 4

  /// The cards of a screen. The next one often differs only in the card with the cursor.
  public struct Cache {
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

      init(_ text: StyledText, columns: Int) {
        self.text = text.truncated(to: columns)
        width = self.text.width
      }
    }

    /// The parts of a card below its rule; those of cards side by side begin on the same line.
    fileprivate struct Parts {
      let rule: Piece
      let missingPicture: Piece
      let name: [Piece]
      /// The name on one line.
      let shortName: Piece
      let prices: [Piece]
      let news: [Piece]
      let foot: Piece
    }

    fileprivate var cards: [Key: Parts] = [:]

    public init() {}
  }

  private let viewport: Viewport
  private let own: OwnShop?
  private let isOwnOnly: Bool
  private let card: ListingCard
  /// The number of cards side by side.
  public let perLine: Int
  public let cardWidth: Int
  /// The number of lines of a card.
  public let height: Int
  private let pictureLines: Int

  /// - Parameters:
  ///   - isOwnOnly: whether neither a mark nor the shop says whose a listing is.
  ///   - width: the number of columns.
  ///   - rows: the rows of the screen, which the cards fill. Pictures shrink if another line of cards
  ///     fits then.
  public init(viewport: Viewport, own: OwnShop?, isOwnOnly: Bool, width: Int, rows: Int) {
    self.viewport = viewport
    self.own = own
    self.isOwnOnly = isOwnOnly
    let gap = ListingGrid.gap
    perLine = max(1, (width + gap) / (ListingGrid.minimumWidth + gap))
    let cardWidth = max(1, (width - gap * (perLine - 1)) / perLine)
    self.cardWidth = cardWidth
    let natural = viewport.pictures?.rows(forColumns: cardWidth) ?? 0
    let least = Self.textLines + min(natural, Self.leastPictureLines)
    let lineCount = min(
      max(rows / least, 1), Int((Double(rows) / Double(Self.textLines + natural)).rounded(.up)))
    // Without pictures, as many lines of cards as fit; the rows that are left are shared among them.
    height = max(rows / max(lineCount, 1), min(rows, Self.textLines))
    pictureLines = max(min(natural, height - Self.textLines), 0)
    card = ListingCard(
      cells: ListingCells(viewport: viewport), width: cardWidth, cutsNames: true,
      showsShop: !isOwnOnly)
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
    var cards: [Cache.Parts?] = []
    var slots: [PictureSlot] = []
    for (index, row) in rows.enumerated() {
      guard let row else {
        cards.append(nil)
        continue
      }
      let key = Cache.Key(
        row: row, isSelected: index == selected, isMarked: marked.contains(row.product.id))
      let card = old.cards[key] ?? parts(of: key)
      new.cards[key] = card
      cards.append(card)
      if pictureLines > 0, let url = row.product.thumbnail {
        slots.append(
          PictureSlot(
            listing: row.product.id, url: url, line: 1,
            column: index * (cardWidth + ListingGrid.gap), columns: cardWidth, rows: pictureLines))
      }
    }
    return (joined(arranged(cards)), slots)
  }

  /// The lines of cards side by side: each part begins on the same line. Names have one line if there
  /// is no room for two.
  private func arranged(_ cards: [Cache.Parts?]) -> [[Cache.Piece?]] {
    let known = cards.compactMap(\.self)
    let prices = known.reduce(1) { max($0, $1.prices.count) }
    let names = known.reduce(1) { max($0, $1.name.count) }
    // Besides the rule and the foot.
    let room = height - pictureLines - 2
    let nameLines = max(min(names, room - prices), 1)
    let newsLines = min(
      known.reduce(0) { max($0, $1.news.count) }, max(room - prices - nameLines, 0))
    let empty = cards.map { _ in nil as Cache.Piece? }
    var lines = [cards.map { $0?.rule }]
    for index in 0..<pictureLines {
      lines.append(index == pictureLines / 2 ? cards.map { $0?.missingPicture } : empty)
    }
    for index in 0..<nameLines {
      lines.append(cards.map { nameLines == 1 ? $0?.shortName : $0?.name.dropFirst(index).first })
    }
    for index in 0..<prices { lines.append(cards.map { $0?.prices.dropFirst(index).first }) }
    for index in 0..<newsLines { lines.append(cards.map { $0?.news.dropFirst(index).first }) }
    lines.append(cards.map { $0?.foot })
    return lines + Array(repeating: empty, count: max(height - lines.count, 0))
  }

  private func joined(_ lines: [[Cache.Piece?]]) -> [StyledText] {
    lines.map { pieces in
      var line = StyledText()
      var width = 0
      for (index, piece) in pieces.enumerated() {
        guard let piece, !piece.text.isEmpty else { continue }
        let column = index * (cardWidth + ListingGrid.gap)
        line.appendSpaces(column - width)
        line.append(piece.text)
        width = column + piece.width
      }
      return line
    }
  }

  private func parts(of key: Cache.Key) -> Cache.Parts {
    let (row, isMarked) = (key.row, key.isMarked)
    let isOwn = !isOwnOnly && (own?.owns(row.product) ?? false)
    let cut = isMarked ? 2 : 0
    var rule = card.rule(row, isOwn: isOwn, width: cardWidth - cut)
    if key.isSelected { rule = heavy(rule) }
    if isMarked { rule = StyledText("✓ ", viewport.theme.highlight) + rule }
    func piece(_ text: StyledText) -> Cache.Piece { Cache.Piece(text, columns: cardWidth) }
    return Cache.Parts(
      rule: piece(rule), missingPicture: piece(card.missingPicture(row.product)),
      name: card.name(row).map(piece), shortName: piece(card.shortName(row)),
      prices: card.prices(row.product).prefix(2).map(piece),
      news: card.news(row, lines: 2).map(piece),
      foot: piece(card.foot(row)))
  }

  /// The rule of the card with the cursor: double, so that color is not the only sign.
  private func heavy(_ rule: StyledText) -> StyledText {
    let style = viewport.theme.highlight.with(.bold)
    return rule.fragments.reduce(into: StyledText()) { text, fragment in
      text.append(fragment.text.replacing("─", with: "═"), style)
    }
  }
}
