import MarketWire
import Messages
import TerminalKit

/// The lines of one card in a grid.
struct ListingCard {
  let cells: ListingCells
  let width: Int
  /// Whether a name is cut after two lines.
  let cutsNames: Bool
  /// Whether the card names the shop.
  let showsShop: Bool
  private var theme: Theme { cells.viewport.theme }

  /// `236 ★ ───────── yours`.
  func rule(_ row: ListingRow, isOwn: Bool, width: Int? = nil) -> StyledText {
    let width = width ?? self.width
    let id = String(row.product.id)
    let star = cells.star(row)
    var line = StyledText(id + " ", theme.quiet) + (star.isEmpty ? star : star + " ")
    let owner = cells.ownership(isOwn: isOwn).truncated(to: max(width - line.width - 3, 0))
    let used = line.width + (owner.isEmpty ? 0 : owner.width + 1)
    line.append(String(repeating: "─", count: max(width - used, 1)), theme.rule)
    if !owner.isEmpty { line += " " + owner }
    return line
  }

  /// The text in place of the picture of a listing that has none.
  func missingPicture(_ product: Product) -> StyledText {
    guard product.thumbnail == nil else { return StyledText() }
    let text = cells.viewport.text("no photo", theme.quiet)
    return StyledText(String(repeating: " ", count: max((width - text.width) / 2, 0))) + text
  }

  /// The file name of the picture.
  func picture(_ product: Product) -> StyledText { cells.picture(product).truncated(to: width) }

  /// What has changed since the last visit, and the rating, on one line.
  func news(_ row: ListingRow) -> StyledText { allNews(row).truncated(to: width) }

  /// The same, on as many lines as there are.
  func news(_ row: ListingRow, lines count: Int) -> [StyledText] {
    let all = allNews(row)
    guard !all.isEmpty, count > 0 else { return [] }
    let lines = Wrapping(width: width).lines(all)
    return lines.count <= count
      ? lines : lines.prefix(count - 1) + [(lines[count - 1] + " …").truncated(to: width)]
  }

  private func allNews(_ row: ListingRow) -> StyledText {
    let rating = cells.rating(row)
    let parts = [
      cells.updates(row),
      rating.isEmpty ? rating : cells.viewport.text("rated \(formatted: rating.plain)"),
    ]
    return parts.filter { !$0.isEmpty }.joined(separator: cells.viewport.separator)
  }

  /// The name on one or two lines.
  func name(_ row: ListingRow) -> [StyledText] {
    let name = cells.name(row.product)
    guard name.width > width else { return [name.styled(.bold)] }
    let lines = Wrapping(width: width).lines(name)
    guard cutsNames, lines.count > 2 else { return lines.map { $0.styled(.bold) } }
    // The second line is cut at the edge rather than wrapped at a word.
    let rest = name.plain.dropFirst(lines[0].plain.count).drop { $0 == " " }
    return [lines[0].styled(.bold), StyledText(String(rest)).truncated(to: width).styled(.bold)]
  }

  /// The name on one line.
  func shortName(_ row: ListingRow) -> StyledText {
    cells.name(row.product).truncated(to: width).styled(.bold)
  }

  /// The price and the price before the discount, on one or two lines.
  ///
  /// An amount is never cut; the old price is left out if it does not fit.
  func prices(_ product: Product) -> [StyledText] {
    let price = cells.price(product)
    let old = cells.oldPrice(product)
    guard !old.isEmpty else { return [price] }
    let before = cells.was(product) + " " + cells.percentage(product)
    guard price.width + 1 + before.width > width else { return [price + " " + before] }
    return [price] + ([before, old].first { $0.width <= width }.map { [$0] } ?? [])
  }

  /// `5 left · north & needle  @MUG-01`.
  ///
  /// Without space for both, the code is more important than the shop: a listing with a code is the
  /// seller's own.
  func foot(_ row: ListingRow) -> StyledText {
    let stock = cells.stockPhrase(row.product)
    let code = cells.code(row).truncated(to: max(width - stock.width - 2, 0))
    let space = width - stock.width - 3 - (code.isEmpty ? 0 : code.width + 2)
    let shop = row.product.vendor.name == nil || !showsShop ? StyledText() : cells.shop(row.product)
    var line = stock
    if !shop.isEmpty, code.isEmpty ? space >= 4 : shop.width <= space {
      line += StyledText(" · ", theme.quiet) + shop.truncated(to: space)
    }
    guard !code.isEmpty else { return line }
    line.append(String(repeating: " ", count: max(width - line.width - code.width, 2)))
    return line + code
  }
}
