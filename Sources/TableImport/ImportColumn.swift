import CommandLanguage
import MarketRender
import MarketWire
package import Messages

/// A column of a table that `import` understands.
package enum ImportColumn: Hashable, Sendable {
  case id, code, name, description, currency, price, stock, action
  /// The amount off.
  case discount
  /// What buyers pay.
  case salePrice
  /// Whether the sale price counts now.
  case onSale
  /// Whether the discount is an amount or a percentage.
  case discountUnit
  /// The API's name for the amount off, which reads like a price.
  case discountedPrice
  /// The paths of all photos, separated by `;`.
  case photos
  /// The path of one photo, from 1.
  case photo(Int)
  /// What tells a variant of a product from the others, such as its size, from 1.
  case option(Int)
  /// What became of the row in an earlier import.
  case status
  /// A column that only the market, the notebook or an earlier import writes.
  case readOnly

  private static let names: [(ImportColumn, [String])] = [
    (.id, ["id", "번호", "상품번호"]),
    (
      .code,
      [
        "code", "ref", "sku", "코드", "상품코드", "판매자상품코드", "자체상품코드", "관리코드", "품번", "item_code",
        "product_code", "artikelnummer", "artikel_nr", "art_nr", "商品コード", "商品管理番号",
      ]
    ),
    (
      .name,
      [
        "name", "title", "상품명", "이름", "제품명", "품명", "품목명", "상품", "물품", "item_name", "product_name",
        "product",
        "produktname", "artikelname", "bezeichnung", "商品名", "nombre", "titel", "제목",
      ]
    ),
    (
      .description,
      [
        "description", "descriptions", "설명", "상품설명", "상세설명", "상품상세정보", "제품설명", "상품상세설명",
        "beschreibung", "商品説明", "descripción",
      ]
    ),
    (.currency, ["currency", "통화", "currency_code", "통화코드", "währung", "通貨"]),
    (
      .price,
      [
        "price", "가격", "판매가", "판매가격", "selling_price", "preis", "prix", "precio", "価格", "販売価格",
        "verkaufspreis", "vk", "vk_preis", "vk_brutto", "prix_ttc", "prix_de_vente",
        "precio_de_venta",
        // These are usual for prices before a discount.
        "정가", "정상가", "정상가격", "regular_price", "list_price", "retail_price",
      ]
    ),
    (.discount, ["discount", "discount_amount", "discount_rate", "할인", "할인액", "할인금액", "할인율"]),
    (
      .salePrice,
      [
        "sale_price", "bargain_price", "할인가", "할인가격", "특가", "세일가", "행사가", "angebotspreis",
        "할인판매가", "할인판매가격", "final_price", "promo_price", "offer_price",
      ]
    ),
    (.onSale, ["on_sale", "is_on_sale", "세일여부", "할인여부", "할인적용"]),
    (
      .discountUnit,
      ["discount_type", "discount_mode", "discount_unit", "할인단위", "할인유형", "할인구분", "할인방식"]
    ),
    (.discountedPrice, ["discounted_price"]),
    (
      .stock,
      [
        "stock", "quantity", "qty", "재고", "수량", "재고수량", "재고량", "현재고", "가용재고", "inventory",
        "inventory_quantity", "on_hand", "bestand", "lagerbestand", "在庫", "在庫数",
      ]
    ),
    (.action, ["action", "작업"]),
    (
      .photos,
      [
        "photos", "images", "photo", "image", "사진", "이미지", "대표이미지", "image_url", "photo_url",
        "image_src", "picture", "이미지url", "대표이미지url", "상품이미지", "사진파일", "bild", "bilder", "画像",
      ]
    ),
    (.status, ResultWords.names(of: "status")),
    (
      .readOnly,
      [
        "shop", "seller", "vendor", "vendor_name", "vendor_id", "created_at", "edited_at",
        "issued_at", "thumbnail", "pictures", "starred", "rating", "notes", "change",
      ] + ["line", "field", "message"].flatMap(ResultWords.names)
    ),
  ]

  /// Parts of the names of columns that probably have a field, if no other part says otherwise.
  private static let hints: [(field: String, parts: [String])] = [
    (
      "code",
      [
        "sku", "코드", "code", "품번", "itemno", "artikelnr", "reference", "référence", "referencia",
        "codice", "编码", "货号", "商品番号", "品番",
      ]
    ),
    ("description", ["설명", "내용", "descr", "detail", "상세", "body", "beschreib", "説明", "描述"]),
    (
      "photos",
      [
        "이미지", "사진", "image", "photo", "picture", "bild", "foto", "imagen", "画像", "写真", "图片",
      ]
    ),
    (
      "stock",
      [
        "재고", "수량", "qty", "quantity", "stock", "inventory", "bestand", "quantité", "cantidad",
        "existencias", "giacenza", "在庫", "库存",
      ]
    ),
    (
      "sale_price",
      [
        "할인가", "할인된", "할인판매", "할인후", "적용가", "쿠폰가", "saleprice", "specialprice", "finalprice",
        "promoprice", "offerprice", "세일가", "특가",
      ]
    ),
    ("discount", ["즉시할인", "할인금", "rabatt", "remise", "descuento"]),
    (
      "price",
      [
        "판매가", "가격", "price", "단가", "출고가", "최종가", "preis", "prix", "precio", "prezzo", "価格", "价格",
        "售价",
      ]
    ),
    (
      "name",
      [
        "상품명", "품명", "제품명", "모델명", "물품명", "품목", "title", "name", "item", "article", "désignation",
        "libellé",
        "titre", "título", "商品名", "名称", "标题", "品名",
      ]
    ),
    ("currency", ["통화", "currency", "währung", "devise", "moneda", "币种"]),
  ]

  /// Parts of the names of columns that only look like a field.
  static let otherParts = [
    "cost", "compare", "wholesale", "dealer", "reseller", "purchase", "einkauf", "einstand",
    "achat", "acquisto", "compra", "仕入", "卸", "原価", "原价", "进价", "margin", "마진", "회원", "vip", "추가금",
    "수수료", "부가세", "원가", "공급", "매입", "입고", "구매", "도매", "사입", "규격", "단위", "비고", "무게", "중량", "배송",
    "shipping", "weight", "옵션", "option",
    "판매수량", "판매량", "주문", "발주", "예약", "출고수량", "취소", "반품", "누적", "subtitle", "부제", "meta",
    "세율", "taxcl", "taxst", "taxcode", "taxrate", "taxname", "taxable", "brand", "브랜드", "category",
    "카테고리", "분류", "msrp", "소비자", "low", "seo", "alt", "google",
    "내용량", "안전", "적정", "최소", "safety", "reorder", "minimum", "threshold", "composite", "track",
    "manage",
    "type", "barcode", "바코드", "vendor", "date", "unit", "first", "last",
  ]

  /// Words of such names that are parts of other words, too.
  static let otherWords: Set = [
    "trade", "ek", "rrp", "uvp", "map", "min", "max", "old", "previous", "was", "start", "starting",
    "reserve", "reserved", "member", "fee", "fees", "vat", "mwst", "iva", "tva", "sold", "ordered",
    "committed", "incoming", "damaged",
  ]

  /// Words of the names of columns whose numbers count or mark something else, such as `Product ID`.
  private static let numberings: Set<String> = [
    "id", "no", "nr", "number", "index", "row", "rank", "position", "sort", "order", "year",
    "views", "sales", "sold", "rating", "score", "active", "enabled", "visible", "online", "tax",
    "0",
    "1", "번호", "순번", "순위", "순서", "연도", "조회수", "판매량", "평점", "여부",
  ]

  /// Parts of the names of columns whose values may tell variants of a product apart.
  private static let optionParts = [
    "option", "옵션", "색상", "컬러", "사이즈", "크기", "규격", "용량", "variant", "variation", "colo", "size",
    "style", "farbe", "größe", "taille", "couleur", "talla", "taglia", "カラー", "サイズ", "颜色", "尺码",
    "规格",
  ]

  private static let photoNames = ["photo", "image", "사진", "이미지"]
  /// The most options of a product.
  static let optionCount = 3

  private static let byName: [String: ImportColumn] = {
    var known: [String: ImportColumn] = [:]
    for (column, names) in names { for name in names { known[folded(name)] = column } }
    // More photos than a listing may have are columns of photos, too.
    for number in 1...20 {
      for name in photoNames { known["\(name)\(number)"] = .photo(number) }
    }
    for name in ["추가이미지", "추가사진", "additionalimage", "additionalimages"] {
      known[name] = .photo(2)
      for number in 1...19 { known["\(name)\(number)"] = .photo(number + 1) }
    }
    for number in 1...optionCount {
      for name in ["option", "옵션"] { known["\(name)\(number)"] = .option(number) }
    }
    return known
  }()

  /// The column with a name, in any letter case, with or without blanks, punctuation, line breaks and
  /// notes in brackets, such as `판매가(원)*` and `1. 판매가`.
  package init?(named name: String) {
    if let column = Self.byName[Self.folded(name)] {
      self = column
      return
    }
    guard let column = Self.byName[Self.folded(Self.withoutNotes(name))],
      ![.price, .salePrice, .discount, .stock].contains(column)
        || !ColumnNote.notes(of: name).contains(where: \.changesMeaning)
    else { return nil }
    self = column
  }

  /// The letters and digits of a name in lowercase, by which names are compared.
  static func folded(_ name: String) -> String {
    Folding.normalized(name).lowercased().filter { $0.isLetter || $0.isNumber }
  }

  static func words(of name: String) -> [String] {
    Folding.normalized(name).lowercased().split { !$0.isLetter && !$0.isNumber }.map(String.init)
  }

  /// A name without what stands in brackets and without the number of the column, as in `① 상품명`.
  private static func withoutNotes(_ name: String) -> String {
    let plain = ColumnNote.split(name).name.drop(while: \.isWhitespace)
    let unnumbered = plain.drop(while: \.isNumber)
    let isNumbered =
      plain.first.map { !$0.isASCII } ?? false || ".)".contains(unnumbered.first ?? " ")
    return String(isNumbered ? unnumbered : plain)
  }

  /// Whether a column only looks like a field, such as one of costs; `Unit Price` and `Units in Stock`
  /// are fields.
  private static func isOther(_ name: String) -> Bool {
    let folded = folded(name).replacing(/unit(?=price)|units(?=in|on|avail)/, with: "")
    return otherParts.contains(where: folded.contains)
      || !otherWords.isDisjoint(with: words(of: name))
      || (ColumnNote.notes(of: name) + [ColumnNote(text: name)]).contains(where: \.scales)
  }

  /// Whether a column may tell variants of a product apart by its values, unlike the prices, codes and
  /// pictures of variants.
  static func isOption(_ name: String) -> Bool {
    let folded = folded(name)
    return !words(of: name).contains { Int($0) == nil && numberings.contains($0) }
      && optionParts.contains(where: folded.contains)
      && !["가", "금", "금액"].contains(where: folded.hasSuffix)
      && !hints.contains { field, parts in
        !["name", "description"].contains(field) && parts.contains(where: folded.contains)
      }
  }

  /// Whether a name is more usual for its field than another one, such as `Price` than `Retail Price`.
  static func isMoreUsual(_ name: String, than other: String) -> Bool { rank(name) < rank(other) }

  /// Whether a name of a price is usual for that before a discount, such as `정가`.
  static func isListPrice(_ name: String) -> Bool {
    !isWithoutTax(name) && rank(name) >= rank("정가")
  }

  /// Whether the name of a price says that buyers pay a tax besides, such as `Price (tax excl.)`.
  static func isWithoutTax(_ name: String) -> Bool {
    let folded = folded(name)
    return words(of: name).contains(
      where: ["excl", "excluding", "ex", "net", "netto", "ht"].contains)
      || folded.contains(/(세|vat)(별도|제외|미포함)|세전|税抜|税別/)
  }

  /// The place of a name among those of its field, from 0, the last for one without tax; -1 for one that
  /// no field has.
  private static func rank(_ name: String) -> Int {
    if isWithoutTax(name) { return .max }
    let forms = [folded(name), folded(withoutNotes(name))]
    return names.lazy.compactMap { $0.1.firstIndex { forms.contains(folded($0)) } }.first ?? -1
  }

  /// Whether a name or a unit says that its numbers are percentages, such as `Discount %`, `할인율` and
  /// `PERCENT`.
  static func isRate(_ name: String) -> Bool {
    let plain = NumberText.plain(name)
    return ["%", "율", "률", "率", "퍼센트", "パーセント"].contains(where: plain.contains)
      || words(of: plain).contains {
        [
          "percent", "percentage", "rate", "pct", "prozent", "pourcent", "pourcentage",
          "porcentaje",
          "percentuale", "프로",
        ].contains($0)
      }
  }

  /// The sign of a unit of discounts: `%` of `PERCENT`, nothing of `AMOUNT`, that of a currency; nil for
  /// other words.
  static func unitSign(_ unit: String) -> String? {
    if isRate(unit) { return "%" }
    let amounts = ["amount", "fixed", "fixedamount", "정액", "금액"]
    if amounts.contains(folded(unit)) { return "" }
    return (try? MoneyReader.read("1 \(unit)"))?.currency.map { " \($0.rawValue)" }
  }

  /// Whether a name says nothing about the values, so that these may say what they are.
  static func isPlain(_ name: String) -> Bool {
    !words(of: name).contains(where: numberings.contains) && !isOther(name)
      && nearest(to: name) == nil && ImportColumn(named: name) == nil
  }

  /// The field that a column with this name probably has; nil if nothing hints at one.
  static func nearest(to name: String) -> String? {
    if isOther(name) || words(of: name).allSatisfy(numberings.contains) { return nil }
    let folded = folded(name)
    if let hint = hints.first(where: { $0.parts.contains(where: folded.contains) }) {
      // `Item ID` is none.
      let isNumbering = words(of: name).contains(where: numberings.contains)
      return hint.field == "name" && isNumbering ? nil : hint.field
    }
    let spellings =
      names.filter { ![.onSale, .discountUnit, .status, .readOnly].contains($0.0) }.flatMap(\.1)
      + photoNames.map { "\($0)1" }
    let known = Dictionary(spellings.map { (Self.folded($0), $0) }) { first, _ in first }
    return NearMiss.nearest(to: folded, among: known.keys.sorted()).flatMap { known[$0] }
  }

  /// The name by which `--map` knows the column.
  package var name: String {
    if case .photo(let number) = self { return "photo\(number)" }
    if case .option(let number) = self { return "option\(number)" }
    return Self.names.first { $0.0 == self }?.1[0] ?? ""
  }

  /// What a form calls the field.
  package var title: Message {
    switch self {
    case .name: .listingName
    case .price: "price"
    case .description: "description"
    case .currency: "currency"
    case .stock: "stock"
    case .photos, .photo: "photos"
    default: "\(name)"
    }
  }

  /// The word for it in a language: `price`, `가격`.
  package func word(in language: String) -> String {
    if case .photo(let number) = self, language == "ko" { return "사진\(number)" }
    if case .option(let number) = self, language == "ko" { return "옵션\(number)" }
    let words = Self.names.first { $0.0 == self }?.1 ?? []
    let isKorean = { (word: String) in word.unicodeScalars.contains { ("가"..."힣").contains($0) } }
    return (language == "ko" ? words.first(where: isKorean) : nil) ?? name
  }

  /// The option of `add` and `edit` for the same value, which their errors name.
  var commandOption: String? {
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
    case .id, .option, .action, .onSale, .discountUnit, .status, .readOnly: nil
    }
  }
}
