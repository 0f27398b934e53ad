import Formatting
import Foundation
import MarketWire

/// The values of a listing as the shop window shows them.
struct WindowValues {
  let product: StoredProduct
  let context: WindowContext

  /// The beginning of the name.
  ///
  /// A market without limits accepts names of any length.
  var name: String {
    let name = Self.shortened(product.name, to: 200)
    return name.allSatisfy(\.isWhitespace) ? context.texts.nameless : name
  }

  var isSoldOut: Bool { product.stock == 0 }

  var price: String { amount(product.price - product.discount) }

  /// The price, with the price before the discount if there is one.
  var priceLine: HTML {
    let texts = context.texts
    guard product.discount > 0 else { return "<strong>\(price)</strong>" }
    let percentage = MoneyText.percentage(
      Decimal(tenThousandths: product.discount), of: Decimal(tenThousandths: product.price))
    let badge: HTML =
      percentage.map { $0 > 0 ? "<em>\(texts.discount($0))</em>" : "" } ?? ""
    return """
      <strong>\(price)</strong>
      <span class="hidden">\(texts.priceBefore):</span> <s>\(amount(product.price))</s> \(badge)
      """
  }

  /// The stock in words; the number only if few items are left.
  var stock: String {
    let texts = context.texts
    return switch product.stock {
    case 0: texts.soldOut
    case 1...5: texts.remaining(product.stock)
    default: texts.inStock
    }
  }

  /// The target of the picture in lists; nil if there is none.
  var thumbnail: String? { product.thumbnail.isEmpty ? nil : context.link(product.thumbnail) }

  /// The price and the beginning of the description, for link previews.
  var summary: String {
    let text = (product.description ?? "").split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
    let state = isSoldOut ? context.texts.soldOut : ""
    return [state, price, Self.shortened(text, to: 200)].filter { !$0.isEmpty }.joined(
      separator: " · ")
  }

  static func shortened(_ text: String, to limit: Int) -> String {
    let scalars = text.unicodeScalars
    guard let end = scalars.index(scalars.startIndex, offsetBy: limit, limitedBy: scalars.endIndex),
      end < scalars.endIndex
    else { return text }
    return String(scalars[..<end]) + "…"
  }

  private func amount(_ tenThousandths: Int64) -> String {
    context.language.money.text(
      Money(Decimal(tenThousandths: tenThousandths), Currency(rawValue: product.currency)))
  }
}
