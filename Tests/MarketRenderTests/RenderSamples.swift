import Formatting
import Foundation
import MarketTestSupport
import MarketWire
import Messages
import TerminalKit

@testable import MarketRender

/// Sample listings, pages and viewports; now is always 2026-11-21 09:00 in Seoul.
enum RenderSamples {
  static let now = moment("2026-11-21T00:00:00")
  static let seoul = TimeZone(identifier: "Asia/Seoul") ?? .gmt
  static let own = OwnShop(vendorID: 7, name: "도자기공방")

  static func moment(_ text: String) -> WireDate {
    WireDate(text: text) ?? WireDate(milliseconds: 0)
  }

  static func decimal(_ text: String) -> Decimal { Decimal(string: text) ?? .nan }

  static func viewport(
    columns: Int? = 80, isTerminal: Bool = true, locale: String = "ko_KR",
    hyperlinks: Bool = false, usesScreenReader: Bool = false
  ) -> Viewport {
    Viewport(
      columns: isTerminal ? columns : nil, isTerminal: isTerminal, hyperlinks: hyperlinks,
      usesScreenReader: usesScreenReader, money: MoneyText(locale: Locale(identifier: locale)),
      timeZone: seoul,
      now: now)
  }

  static func product(
    _ id: Int, _ name: String, _ price: String?, _ currency: Currency = .krw, off: String = "0",
    stock: Int? = 5, seller: String? = "도자기공방", vendor: Int? = 7,
    day: String? = "2026-11-03T00:00:00"
  ) -> Product {
    let amount = price.map(decimal)
    return Product(
      id: id, vendor: Vendor(id: vendor, name: seller), name: name,
      price: amount.map { Money($0, currency) },
      salePrice: amount.map { Money($0 - decimal(off), currency) },
      discount: amount.map { _ in Money(decimal(off), currency) }, stock: stock,
      createdAt: day.map(moment), issuedAt: day.map(moment))
  }

  /// An amount of 31 digits.
  static let longAmount = Money(decimal("1e30"), .krw)

  /// A listing with a short price and a long old price.
  static func longDiscount(_ id: Int) -> Product {
    product(id, "Mug", "1e30", off: "999999999999999999999999999000")
  }

  /// Listings with text and amounts that are difficult to align.
  static let difficult: [ListingRow] = [
    ListingRow(product(1201, "Oak mug", "12000"), code: "MUG-01"),
    ListingRow(product(1200, "참나무 머그컵, 손으로 깎은 단 하나뿐인 컵", "15000", off: "3000", stock: 0)),
    ListingRow(
      product(1187, "👩‍👩‍👧 Family set 🇰🇷", "12.5", .usd, stock: 1204, seller: "wood&co", vendor: 3)),
    ListingRow(
      product(999, "Cafe\u{301} cre\u{300}me", "1234567890123456", seller: "wood&co", vendor: 3)),
    ListingRow(
      product(
        42, "A very long name that goes on and on about glaze, clay, fire and patience, twice",
        "99999.995", .usd, off: "0.005", seller: "a shop with quite a long name", vendor: 4)),
    ListingRow(
      product(
        41, "كوب من خشب البلوط", "25.5", .usd, off: "2.55", stock: 3, seller: "מתנות שלום",
        vendor: 5)),
    ListingRow(
      product(
        40,
        "\u{1106}\u{1165}\u{1100}\u{1173}\u{110F}\u{1165}\u{11B8} ｶｯﾌﾟ ☕\u{FE0F} 1\u{FE0F}\u{20E3} n\u{303}o\u{200B}",
        "8000", stock: 0, seller: "👩🏽‍🎨 atelier", vendor: 6)),
    ListingRow(product(7, "", nil, stock: nil, seller: nil, vendor: nil, day: nil)),
    ListingRow(
      product(3, "\u{1B}[31mred\u{07}\u{202E}live\u{9B}0m\nsecond line", "1", seller: "\u{1B}]0;x")),
  ]

  static func listing(_ rows: [ListingRow] = difficult) -> ListingPage {
    ListingPage(
      rows: rows, page: 2, lastPage: 17, total: 340, facets: ["mine", "\"mug\"", "price ↓"],
      own: own, presentation: ListingPresentation(navigation: .prompt))
  }

  /// A page as sellers usually see it.
  static var ordinary: ListingPage {
    let rows = [
      product(240, "Oak mug", "12000", stock: 5, day: "2026-11-20T00:00:00"),
      product(239, "Walnut serving board, long", "48000", off: "4800", stock: 2),
      product(
        238, "Linen apron, undyed", "35.00", .usd, stock: 14, seller: "north & needle", vendor: 2),
      product(236, "참나무 머그컵", "15000", off: "3000", stock: 0),
      product(231, "유약을 바르지 않은 백자 접시 세트", "126000", stock: 1, seller: "백자와 흙", vendor: 4),
    ]
    return ListingPage(
      rows: rows.map { ListingRow($0) }, page: 1, lastPage: 4, total: 18, own: own,
      presentation: ListingPresentation(navigation: .prompt))
  }

  /// A listing with all fields.
  static var detail: ListingDetail {
    var product = product(236, "Oak mug 참나무 머그컵", "15000", off: "3000")
    product.description =
      "Turned from one piece of oak that grew behind the workshop, oiled three times.\n"
      + "\n손으로 깎은 참나무 머그컵입니다. 뜨거운 음료를 담아도 손이 뜨겁지 않습니다.\r\n\u{1B}[2JEnd."
    product.issuedAt = moment("2026-11-20T00:00:00")
    product.createdAtExact = moment("2026-11-18T05:30:00")
    product.issuedAtExact = moment("2026-11-20T23:15:00")
    product.thumbnail = "https://img.example/thumb/b.jpg"
    product.pictures = [
      ProductImage(
        id: 1, url: "https://img.example/a.jpg", thumbnailURL: "https://img.example/thumb/a.jpg"),
      ProductImage(
        id: 2, url: "https://img.example/b.jpg", thumbnailURL: "https://img.example/thumb/b.jpg"),
    ]
    return ListingDetail(ListingRow(product, code: "MUG-01"), isOwn: true)
  }
}

extension RenderedOutput.Body {
  /// The text with its styles as markup.
  var markup: String {
    switch self {
    case .styled(let text): text.markup
    case .exact(let text): text
    }
  }

  /// The text without styles.
  var plain: String { encoded(by: .plain) }
}
