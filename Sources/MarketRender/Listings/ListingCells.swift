import Formatting
import Foundation
import MarketWire
import Messages
import TerminalKit

/// The parts of a listing as people read them: prices, stock, dates.
struct ListingCells {
  let viewport: Viewport
  private var theme: Theme { viewport.theme }

  /// The placeholder for a value that the market did not send.
  private var missing: StyledText { StyledText("–", theme.quiet) }

  func id(_ product: Product) -> StyledText { StyledText(String(product.id), style(of: product)) }

  /// The style of an id or a code, which leads to the page for buyers if the terminal has links.
  private func style(of product: Product) -> Style {
    var style = theme.quiet
    if viewport.hyperlinks, let pages = viewport.listingPages {
      style.link = pages + String(product.id)
    }
    return style
  }

  /// `•` for the seller's own listings.
  func mark(isOwn: Bool) -> StyledText { isOwn ? StyledText("•", theme.own) : StyledText() }

  /// `★` for starred listings.
  func star(_ row: ListingRow) -> StyledText {
    row.marks.isStarred ? StyledText("★", theme.own) : StyledText()
  }

  /// The mean of the ratings: `4.5`; empty without ratings.
  func rating(_ row: ListingRow) -> StyledText {
    row.marks.rating.map { StyledText(Self.tenths($0)) } ?? StyledText()
  }

  private static func tenths(_ value: Double) -> String {
    let tenths = Int((value * 10).rounded())
    return tenths % 10 == 0 ? "\(tenths / 10)" : "\(tenths / 10).\(tenths % 10)"
  }

  /// What has changed since the last visit: `new`, `▲ up from ₩12,000, now sold out`.
  func updates(_ row: ListingRow) -> StyledText {
    row.marks.updates.map(update).joined(separator: ", ")
  }

  private func update(_ update: ListingUpdate) -> StyledText {
    switch update {
    case .added: return viewport.text("new", theme.success)
    case .soldOut: return viewport.text("now sold out", theme.soldOut)
    case .restocked: return viewport.text("restocked", theme.success)
    case .edited: return viewport.text("edited", theme.highlight)
    case .price(let old, let new):
      let from = viewport.money.text(old)
      guard old.currency == new.currency else {
        return viewport.text("was \(formatted: from)", theme.highlight)
      }
      let isUp = new.amount > old.amount
      let text: Message = isUp ? "up from \(formatted: from)" : "down from \(formatted: from)"
      let sign = viewport.usesScreenReader ? "" : isUp ? "▲ " : "▼ "
      return StyledText(sign, theme.highlight) + viewport.text(text, theme.highlight)
    }
  }

  /// Ownership and star as words, for cards and labels.
  func markWords(_ row: ListingRow, isOwn: Bool) -> StyledText {
    let star = row.marks.isStarred ? viewport.text("starred", theme.own) : StyledText()
    return [ownership(isOwn: isOwn), star].filter { !$0.isEmpty }.joined(separator: ", ")
  }

  /// The beginning of the description on one line.
  func excerpt(_ product: Product) -> StyledText {
    let text = (product.description ?? "").prefix(400)
    let words = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    return StyledText(UntrustedText(words).line, theme.quiet)
  }

  /// `yours` for the seller's own listings.
  func ownership(isOwn: Bool) -> StyledText {
    isOwn ? viewport.text("yours", theme.own) : StyledText()
  }

  /// The name on one line.
  func name(_ product: Product) -> StyledText {
    product.name.isEmpty
      ? viewport.text("(no name)", theme.quiet) : StyledText(UntrustedText(product.name).line)
  }

  /// The file name of the thumbnail, as a link if the terminal has links; empty without one.
  func picture(_ product: Product) -> StyledText {
    guard let url = product.thumbnail, let name = url.split(separator: "/").last else {
      return StyledText()
    }
    var style = theme.link
    if viewport.hyperlinks { style.link = url }
    return StyledText(UntrustedText(String(name)).line, style)
  }

  /// The price that a buyer pays.
  func price(_ product: Product) -> StyledText {
    guard let money = product.isDiscounted ? product.salePrice ?? product.price : product.price
    else { return missing }
    return StyledText(viewport.money.text(money))
  }

  /// The price before the discount; empty without one.
  func oldPrice(_ product: Product) -> StyledText {
    guard product.isDiscounted, product.salePrice != nil, let money = product.price else {
      return StyledText()
    }
    return StyledText(viewport.money.text(money), theme.oldPrice)
  }

  /// `was ₩15,000`; empty without a discount.
  func was(_ product: Product) -> StyledText {
    guard product.isDiscounted, product.salePrice != nil, let money = product.price else {
      return StyledText()
    }
    return viewport.text("was \("\(formatted: viewport.money.text(money))", .old)", theme.quiet)
  }

  /// `−20%`, `<1%`, for screen readers `20% off`; empty without a discount.
  func percentage(_ product: Product) -> StyledText {
    guard let discount = product.discount?.amount, let price = product.price?.amount,
      let percentage = MoneyText.percentage(discount, of: price)
    else { return StyledText() }
    if viewport.usesScreenReader {
      return viewport.text(percentage == 0 ? "less than 1% off" : "\(percentage)% off")
    }
    return StyledText(percentage == 0 ? "<1%" : "−\(percentage)%", theme.discount)
  }

  /// The number of items in stock, or `sold out`.
  func stock(_ product: Product) -> StyledText {
    guard let stock = product.stock else { return missing }
    return stock == 0 ? soldOut : StyledText(String(stock))
  }

  private var soldOut: StyledText { viewport.text("sold out", theme.soldOut) }

  /// `5 left`, `sold out` or `stock unknown`.
  func stockPhrase(_ product: Product) -> StyledText {
    guard let stock = product.stock else { return viewport.text("stock unknown", theme.quiet) }
    return stock == 0
      ? soldOut : viewport.text(Message(count: stock, one: "1 left", other: "\(stock) left"))
  }

  func shop(_ product: Product) -> StyledText {
    guard let name = product.vendor.name, !name.isEmpty else { return missing }
    return StyledText(UntrustedText(name).line)
  }

  /// The day of creation: in the reader's time zone if the exact time is known, otherwise in UTC.
  func day(_ product: Product) -> StyledText {
    if let exact = product.createdAtExact {
      return StyledText(viewport.dates.localDayText(exact), theme.quiet)
    }
    guard let day = product.createdAt else { return missing }
    return StyledText(day.dayText, theme.quiet)
  }

  func code(_ row: ListingRow) -> StyledText {
    guard let code = row.code else { return StyledText() }
    return StyledText("@" + UntrustedText(code).line, style(of: row.product))
  }

  /// The price, the old price and the discount: `₩12,000  was ₩15,000  −20%`.
  func fullPrice(_ product: Product) -> StyledText {
    [price(product).styled(.bold), was(product), percentage(product)]
      .filter { !$0.isEmpty }.joined(separator: viewport.usesScreenReader ? ", " : "  ")
  }
}
