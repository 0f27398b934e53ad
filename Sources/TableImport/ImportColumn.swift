import CommandLanguage
import MarketWire

/// A column of a table that `import` understands.
package enum ImportColumn: Hashable, Sendable {
  case id, code, name, description, currency, price, stock, action
  /// The amount off.
  case discount
  /// What buyers pay.
  case salePrice
  /// The API's name for the amount off, which reads like a price.
  case discountedPrice
  /// The paths of all photos, separated by `;`.
  case photos
  /// The path of one photo, from 1.
  case photo(Int)
  /// What became of the row in an earlier import.
  case status
  /// A column that only the market, the notebook or an earlier import writes.
  case readOnly

  private static let names: [(ImportColumn, [String])] = [
    (.id, ["id", "번호", "상품번호"]),
    (.code, ["code", "ref", "sku", "코드", "상품코드", "판매자상품코드"]),
    (.name, ["name", "title", "상품명", "이름"]),
    (.description, ["description", "descriptions", "설명", "상품설명", "상세설명", "상품상세정보"]),
    (.currency, ["currency", "통화"]),
    (.price, ["price", "가격", "판매가", "판매가격", "정가"]),
    (.discount, ["discount", "할인", "할인액", "할인금액"]),
    (.salePrice, ["sale_price", "bargain_price", "할인가", "할인가격"]),
    (.discountedPrice, ["discounted_price"]),
    (.stock, ["stock", "quantity", "qty", "재고", "수량", "재고수량"]),
    (.action, ["action", "작업"]),
    (.photos, ["photos", "images", "photo", "image", "사진", "이미지", "대표이미지"]),
    (.status, ["status"]),
    (
      .readOnly,
      [
        "shop", "seller", "vendor", "vendor_name", "vendor_id", "created_at", "edited_at",
        "issued_at", "thumbnail", "pictures", "starred", "rating", "notes", "change", "line",
        "field", "message",
      ]
    ),
  ]

  private static let photoNames = ["photo", "image", "사진", "이미지"]

  private static let byName: [String: ImportColumn] = {
    var known: [String: ImportColumn] = [:]
    for (column, names) in names { for name in names { known[folded(name)] = column } }
    for number in ListingLimits.imageCount {
      for name in photoNames { known["\(name)\(number)"] = .photo(number) }
    }
    return known
  }()

  /// The column with a name, in any letter case, with or without blanks, hyphens and underscores.
  package init?(named name: String) {
    guard let column = Self.byName[Self.folded(name)] else { return nil }
    self = column
  }

  static func folded(_ name: String) -> String {
    Folding.normalized(name).lowercased().filter { !$0.isWhitespace && $0 != "_" && $0 != "-" }
  }

  /// The name most like a misspelled one.
  static func nearest(to name: String) -> String? {
    let spellings = names.flatMap(\.1) + photoNames.map { "\($0)1" }
    let known = Dictionary(spellings.map { (folded($0), $0) }) { first, _ in first }
    return NearMiss.nearest(to: folded(name), among: known.keys.sorted()).flatMap { known[$0] }
  }

  /// The option of `add` and `edit` for the same value, which their errors name.
  var option: String? {
    switch self {
    case .code: "--code"
    case .name: "--name"
    case .description: "--description"
    case .currency: "--currency"
    case .price: "--price"
    case .discount, .discountedPrice: "--discount"
    case .salePrice: "--sale-price"
    case .stock: "--stock"
    case .photos, .photo: "--image"
    case .id, .action, .status, .readOnly: nil
    }
  }
}
