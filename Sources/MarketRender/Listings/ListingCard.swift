/// The lines of one card in a grid.
import MarketWire
import TerminalKit

/// What a card says, in `width` columns.
struct ListingCard {
  let cells: ListingCells
  let width: Int
  /// Whether a name of more than two lines is cut.
  let cutsNames: Bool
  private var theme: Theme { cells.viewport.theme }

  /// `236 ─────────── yours`.
  func rule(_ row: ListingRow, isOwn: Bool) -> StyledText {
    let id = String(row.product.id)
    var line = StyledText(id + " ", theme.quiet)
    let words = cells.ownership(isOwn: isOwn).truncated(to: max(width - id.utf8.count - 4, 0))
    let used = id.utf8.count + 1 + (words.isEmpty ? 0 : words.width + 1)
    line.append(String(repeating: "─", count: max(width - used, 1)), theme.rule)
    if !words.isEmpty { line += " " + words }
    return line
  }

  /// What stands where its picture would be drawn, for a listing without one.
  func absentPicture(_ product: Product) -> StyledText {
    guard product.thumbnail == nil else { return StyledText() }
    let words = StyledText("no picture", theme.quiet)
    return StyledText(String(repeating: " ", count: max((width - words.width) / 2, 0))) + words
  }

  /// The name of its picture.
  func picture(_ product: Product) -> StyledText { cells.picture(product).truncated(to: width) }

  /// The name on one line or two.
  func name(_ row: ListingRow) -> [StyledText] {
    let name = cells.name(row.product)
    guard name.width > width else { return [name.styled(.bold)] }
    let lines = Wrapping(width: width).lines(name)
    guard cutsNames, lines.count > 2 else { return lines.map { $0.styled(.bold) } }
    // All that is left, however it would break, so that the cut comes at the edge.
    let rest = name.plain.dropFirst(lines[0].plain.count).drop { $0 == " " }
    return [lines[0].styled(.bold), StyledText(String(rest)).truncated(to: width).styled(.bold)]
  }

  /// What is to pay, and what it was, on one line or two. No amount is ever cut; the one before the
  /// discount is left out where it does not fit.
  func prices(_ product: Product) -> [StyledText] {
    let price = cells.price(product)
    let old = cells.oldPrice(product)
    guard !old.isEmpty else { return [price] }
    let before = StyledText("was ", theme.quiet) + old + " " + cells.percentage(product)
    guard price.width + 1 + before.width > width else { return [price + " " + before] }
    return [price] + ([before, old].first { $0.width <= width }.map { [$0] } ?? [])
  }

  /// `5 left · north & needle  @MUG-01`. Where there is no room for both, the seller gives way to
  /// the code: what has a code is the seller's own.
  func foot(_ row: ListingRow) -> StyledText {
    let stock = cells.stockWords(row.product)
    let code = cells.code(row).truncated(to: max(width - stock.width - 2, 0))
    let room = width - stock.width - 3 - (code.isEmpty ? 0 : code.width + 2)
    let seller = row.product.vendor.name == nil ? StyledText() : cells.seller(row.product)
    var line = stock
    if !seller.isEmpty, code.isEmpty ? room >= 4 : seller.width <= room {
      line += StyledText(" · ", theme.quiet) + seller.truncated(to: room)
    }
    guard !code.isEmpty else { return line }
    line.append(String(repeating: " ", count: max(width - line.width - code.width, 2)))
    return line + code
  }
}
