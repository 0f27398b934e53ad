/// The parts of a listing as people read them: marks, prices, stock, dates.
import Foundation
import MarketWire
import Messages
import TerminalKit

/// Words for the parts of a listing in one viewport.
struct ListingCells {
  let viewport: Viewport
  private var theme: Theme { viewport.theme }

  /// What stands where the market sent nothing.
  private var missing: StyledText { StyledText("–", theme.quiet) }

  func id(_ product: Product) -> StyledText { StyledText(String(product.id), theme.quiet) }

  /// `•` for the seller's own listings.
  func mark(isOwn: Bool) -> StyledText { isOwn ? StyledText("•", theme.own) : StyledText() }

  /// `yours` for the seller's own listings.
  func ownership(isOwn: Bool) -> StyledText {
    isOwn ? StyledText("yours", theme.own) : StyledText()
  }

  /// The name on one line.
  func name(_ product: Product) -> StyledText {
    product.name.isEmpty
      ? StyledText("(no name)", theme.quiet) : StyledText(UntrustedText(product.name).line)
  }

  /// The short name of the picture that stands for the listing, which leads to it; empty without.
  func picture(_ product: Product) -> StyledText {
    guard let url = product.thumbnail, let name = url.split(separator: "/").last else {
      return StyledText()
    }
    var style = theme.link
    if viewport.hyperlinks { style.link = url }
    return StyledText(UntrustedText(String(name)).line, style)
  }

  /// What a buyer pays.
  func price(_ product: Product) -> StyledText {
    guard let money = product.isDiscounted ? product.salePrice ?? product.price : product.price
    else { return missing }
    return StyledText(viewport.money.text(money))
  }

  /// The price before the discount, empty without one.
  func oldPrice(_ product: Product) -> StyledText {
    guard product.isDiscounted, product.salePrice != nil, let money = product.price else {
      return StyledText()
    }
    return StyledText(viewport.money.text(money), theme.oldPrice)
  }

  /// `−20%`, `<1%` for less than that, empty without a discount. Read out it is `20% off`.
  func percentage(_ product: Product) -> StyledText {
    guard let discount = product.discount?.amount, let price = product.price?.amount,
      let percentage = MoneyText.percentage(discount, of: price)
    else { return StyledText() }
    if viewport.usesScreenReader {
      return StyledText(percentage == 0 ? "less than 1% off" : "\(percentage)% off")
    }
    return StyledText(percentage == 0 ? "<1%" : "−\(percentage)%", theme.discount)
  }

  /// The number left, `sold out`, or a dash.
  func stock(_ product: Product) -> StyledText {
    guard let stock = product.stock else { return missing }
    return stock == 0 ? StyledText("sold out", theme.soldOut) : StyledText(String(stock))
  }

  /// `5 left`, `sold out`, or what is known of it.
  func stockWords(_ product: Product) -> StyledText {
    guard let stock = product.stock else { return StyledText("stock unknown", theme.quiet) }
    return stock == 0 ? StyledText("sold out", theme.soldOut) : StyledText("\(stock) left")
  }

  func seller(_ product: Product) -> StyledText {
    guard let name = product.vendor.name, !name.isEmpty else { return missing }
    return StyledText(UntrustedText(name).line)
  }

  /// The day it was made: the reader's where the exact moment is known, else the day in UTC.
  func day(_ product: Product) -> StyledText {
    if let exact = product.createdAtExact {
      return StyledText(viewport.age.localDayText(exact), theme.quiet)
    }
    guard let day = product.createdAt else { return missing }
    return StyledText(day.dayText, theme.quiet)
  }

  func code(_ row: ListingRow) -> StyledText {
    guard let code = row.code else { return StyledText() }
    return StyledText("@" + UntrustedText(code).line, theme.quiet)
  }

  /// Everything about the price on one line: `₩12,000  was ₩15,000  −20%`.
  func wholePrice(_ product: Product) -> StyledText {
    let old = oldPrice(product)
    let was = old.isEmpty ? old : StyledText("was ", theme.quiet) + old
    return [price(product).styled(.bold), was, percentage(product)]
      .filter { !$0.isEmpty }.joined(separator: viewport.usesScreenReader ? ", " : "  ")
  }
}
