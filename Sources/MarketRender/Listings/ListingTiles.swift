import MarketWire
public import TerminalKit

/// Cards of equal height side by side, for a grid that scrolls.
public struct ListingTiles {
  /// The lines of a card besides its picture: rule, name, price, foot and news or an empty line.
  private static let textLines = 7
  /// The lines that a picture has even if only one line of cards fits.
  private static let leastPictureLines = 6

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

    fileprivate var cards: [Key: [Piece]] = [:]

    public init() {}
  }

  private let viewport: Viewport
  private let own: OwnShop?
  private let isOwnOnly: Bool
  private let card: ListingCard
  /// The number of cards side by side.
  public let perLine: Int
  public let cardWidth: Int
  private let pictureLines: Int

  /// - Parameters:
  ///   - isOwnOnly: whether neither a mark nor the shop says whose a listing is.
  ///   - width: the number of columns.
  ///   - rows: the rows of the screen. Pictures are so small that two lines of cards fit.
  public init(viewport: Viewport, own: OwnShop?, isOwnOnly: Bool, width: Int, rows: Int) {
    self.viewport = viewport
    self.own = own
    self.isOwnOnly = isOwnOnly
    let gap = ListingGrid.gap
    perLine = max(1, (width + gap) / (ListingGrid.minimumWidth + gap))
    let cardWidth = max(1, (width - gap * (perLine - 1)) / perLine)
    self.cardWidth = cardWidth
    let most = max(rows / 2 - Self.textLines, min(rows - Self.textLines, Self.leastPictureLines))
    pictureLines = viewport.pictures.map { min($0.rows(forColumns: cardWidth), max(most, 0)) } ?? 0
    card = ListingCard(
      cells: ListingCells(viewport: viewport), width: cardWidth, cutsNames: true,
      showsShop: !isOwnOnly)
  }

  /// The number of lines of a card.
  public var height: Int { Self.textLines + pictureLines }

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
    var lines = [StyledText](repeating: StyledText(), count: height)
    var widths = [Int](repeating: 0, count: height)
    var slots: [PictureSlot] = []
    for (index, row) in rows.enumerated() {
      let column = index * (cardWidth + ListingGrid.gap)
      if let row {
        let key = Cache.Key(
          row: row, isSelected: index == selected, isMarked: marked.contains(row.product.id))
        let card = old.cards[key] ?? self.lines(of: key).map { Cache.Piece($0, columns: cardWidth) }
        new.cards[key] = card
        for (line, piece) in zip(lines.indices, card) where !piece.text.isEmpty {
          lines[line].appendSpaces(column - widths[line])
          lines[line].append(piece.text)
          widths[line] = column + piece.width
        }
      }
      if let row, pictureLines > 0, let url = row.product.thumbnail {
        slots.append(
          PictureSlot(
            listing: row.product.id, url: url, line: 1, column: column, columns: cardWidth,
            rows: pictureLines))
      }
    }
    return (lines, slots)
  }

  private func lines(of key: Cache.Key) -> [StyledText] {
    let (row, isMarked) = (key.row, key.isMarked)
    let isOwn = !isOwnOnly && (own?.owns(row.product) ?? false)
    let cut = isMarked ? 2 : 0
    var rule = card.rule(row, isOwn: isOwn, width: cardWidth - cut)
    if key.isSelected { rule = heavy(rule) }
    if isMarked { rule = StyledText("✓ ", viewport.theme.highlight) + rule }
    var lines = [rule]
    for index in 0..<pictureLines {
      lines.append(index == pictureLines / 2 ? card.missingPicture(row.product) : StyledText())
    }
    let name = card.name(row)
    lines += name
    lines += card.prices(row.product).prefix(2)
    lines.append(card.foot(row))
    return lines + card.news(row, lines: height - lines.count)
  }

  /// The rule of the card with the cursor: double, so that color is not the only sign.
  private func heavy(_ rule: StyledText) -> StyledText {
    let style = viewport.theme.highlight.with(.bold)
    return rule.fragments.reduce(into: StyledText()) { text, fragment in
      text.append(fragment.text.replacing("─", with: "═"), style)
    }
  }
}
