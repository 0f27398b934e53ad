import CommandLanguage

/// The layouts of other programs, as data.
///
/// A section is `[name] title`, then lines of `key: value`; values are separated by ` | `. A key is
/// a field of a listing with its columns, or a rule of ``TableLayout``. Names of columns are compared
/// without letter case, blanks, punctuation and line breaks; one that ends in `*` is several.
///
/// The names are those of Shopify's template of 2024 and its earlier one (help.shopify.com, "Using CSV
/// files"), of WooCommerce's exporter, of Magento's product export, of Square's library export with a
/// column for each location, of Etsy's listings download, of eBay's category and draft templates, File Exchange and active
/// listings report, of Smartstore's bulk sheets of 2019 to 2026 and its product list, of Coupang Wing's
/// sheet, of Cafe24's `excelUploadProductDefault.csv`, of Squarespace's product export and of Wix's catalog,
/// as public programs write and read them; and
/// the attributes of Google's product data specification (support.google.com/merchants), which Meta
/// reads, too.
package enum KnownLayouts {
  package static let all: [TableLayout] = sections(of: text)

  /// The names, for help and completion, which need not read the layouts.
  package static let names = text.split(separator: "\n").filter { $0.hasPrefix("[") }
    .map { String($0.dropFirst().prefix { $0 != "]" }) }

  package static func layout(named name: String) -> TableLayout? {
    all.first { $0.name == name.lowercased() }
  }

  /// The layout of a file with this header; nil if it is none of these.
  static func layout(of header: [String]) -> TableLayout? { all.first { $0.fits(header) } }

  static func sections(of text: String) -> [TableLayout] {
    var layouts: [TableLayout] = []
    var lines: [Substring] = []
    for line in text.split(separator: "\n").reversed() {
      guard line.hasPrefix("["), let end = line.firstIndex(of: "]") else {
        lines.append(line)
        continue
      }
      let name = String(line[line.index(after: line.startIndex)..<end])
      let title = String(line[line.index(end, offsetBy: 2)...])
      if let layout = TableLayout(name: name, title: title, lines: lines.reversed()) {
        layouts.append(layout)
      }
      lines = []
    }
    return layouts.reversed()
  }

  static let text = """
    [shopify] Shopify
    mark: Handle | URL handle
    mark: Title
    mark: Variant Price | Price
    mark: Option1 Value
    rows of: Handle | URL handle
    code: Variant SKU | SKU
    name: Title
    description: Body (HTML) | Description
    price: Variant Compare At Price | Compare-at price | Variant Price | Price
    sale_price: Variant Price | Price
    stock: Variant Inventory Qty | Inventory quantity
    photos: Variant Image | Variant image URL | Image Src | Product image URL
    options: Option1 Value | Option2 Value | Option3 Value
    plain options: Default Title
    skip: Status = draft | archived
    skip: Published = false
    skip: Published on online store = false
    skip: Gift Card = true
    uncounted: Variant Inventory Tracker | Inventory tracker = -
    write: Handle = {handle}
    write: Title = {base}
    write: Body (HTML) = {html}
    write: Published = TRUE
    write: Option1 Name = {variant?Option|Title}
    write: Option1 Value = {variant|Default Title}
    write: Variant SKU = {code}
    write: Variant Inventory Tracker = shopify
    write: Variant Inventory Qty = {stock}
    write: Variant Inventory Policy = deny
    write: Variant Fulfillment Service = manual
    write: Variant Price = {sale_price}
    write: Variant Compare At Price = {full_price}
    write: Image Src = {photo1}
    write: Status = active
    [woocommerce] WooCommerce
    mark: Type | Typ
    mark: SKU | Artikelnummer
    mark: Regular price | Regulärer Preis
    mark: Is featured? | Visibility in catalog | Tax status | Ist hervorgehoben?
    code: SKU | Artikelnummer
    name: Name
    description: Description | Beschreibung | Short description | Kurzbeschreibung
    price: Regular price | Regulärer Preis
    sale_price: Sale price | Angebotspreis
    stock: Stock | Lager | Bestand
    in stock: In stock? | Vorrätig?
    photos: Images | Bilder
    options: Attribute 1 value(s) | Attribute 2 value(s) | Attribute 3 value(s) | Attribut 1 Wert(e) | Attribut 2 Wert(e) | Attribut 3 Wert(e)
    parents: Type | Typ = variable | grouped
    parent: Parent, Übergeordnetes Produkt, Übergeordnet | SKU | Artikelnummer | id:ID
    skip: Published | Veröffentlicht = 0 | -1
    sale days: Date sale price starts | Date sale price ends | Datum, an dem Angebotspreis beginnt | Datum, an dem Angebotspreis endet
    escaped breaks: yes
    write: Type = simple
    write: SKU = {code}
    write: Name = {name}
    write: Published = 1
    write: Is featured? = 0
    write: Visibility in catalog = visible
    write: Description = {html}
    write: Tax status = taxable
    write: In stock? = 1
    write: Stock = {stock}
    write: Sale price = {reduced_price}
    write: Regular price = {price}
    write: Images = {photos, }
    [magento] Magento
    mark: sku
    mark: attribute_set_code
    mark: product_type
    code: sku
    name: name
    description: description | short_description
    price: price
    sale_price: special_price
    stock: qty
    photos: base_image | additional_images
    parents: product_type = configurable | grouped | bundle
    skip: product_online = 0 | 2
    sale days: special_price_from_date | special_price_to_date
    write: sku = {code}
    write: attribute_set_code = Default
    write: product_type = simple
    write: name = {name}
    write: description = {html}
    write: product_online = 1
    write: price = {price}
    write: special_price = {reduced_price}
    write: qty = {stock}
    write: base_image = {photo1}
    write: additional_images = {other_photos}
    [square] Square
    mark: Token | Reference Handle
    mark: Item Name
    mark: Variation Name
    rows of: Reference Handle | Item Name
    code: SKU
    name: Item Name | Customer-facing Name
    description: Description
    price: Price
    sale_price: Online Sale Price | Price
    stock: Current Quantity* | New Quantity*
    photos: Image | Image URL
    options: Variation Name
    plain options: Regular
    skip: Archived = y
    write: Token = {none}
    write: Item Name = {base}
    write: Variation Name = {variant|Regular}
    write: SKU = {code}
    write: Description = {description}
    write: Price = {sale_price}
    write: Current Quantity = {stock}
    [etsy] Etsy
    mark: TITLE
    mark: CURRENCY_CODE
    mark: QUANTITY
    mark: IMAGE1
    code: SKU
    name: TITLE
    description: DESCRIPTION
    currency: CURRENCY_CODE
    price: PRICE
    sale_price: PRICE
    stock: QUANTITY
    photos: IMAGE1 | IMAGE2 | IMAGE3 | IMAGE4 | IMAGE5 | IMAGE6 | IMAGE7 | IMAGE8 | IMAGE9 | IMAGE10
    list names: VARIATION 1 VALUES | VARIATION 2 VALUES | VARIATION 3 VALUES
    list stocks: QUANTITY
    list codes: SKU
    write: TITLE = {name}
    write: DESCRIPTION = {description}
    write: PRICE = {sale_price}
    write: CURRENCY_CODE = {currency}
    write: QUANTITY = {stock}
    write: IMAGE1 = {photo1}
    write: IMAGE2 = {photo2}
    write: IMAGE3 = {photo3}
    write: IMAGE4 = {photo4}
    write: IMAGE5 = {photo5}
    write: SKU = {code}
    [ebay] eBay
    mark: Custom label (SKU) | CustomLabel
    mark: Title
    mark: Start price | StartPrice | Price | Buy It Now price
    mark: Action* | Item number | Relationship
    rows of: Item number | ItemID
    blank continues: Title
    code: Custom label (SKU) | CustomLabel
    name: Title
    description: Description
    currency: Currency
    price: Start price | StartPrice | Price | Buy It Now price | BuyItNowPrice | Current price
    sale_price: Start price | StartPrice | Price | Buy It Now price | BuyItNowPrice | Current price
    stock: Available quantity | Quantity
    photos: Item photo URL | PicURL
    options: Relationship details | RelationshipDetails | Variation details
    heads: yes
    skip: Action* = end | delete
    skip: Format = auction | chinese
    currency in: Action*
    write: *Action(SiteID=US|Country=US|Currency={currency}|Version=1193) = Add
    write: Custom label (SKU) = {code}
    write: Title = {name}
    write: Description = {html}
    write: Item photo URL = {photos|}
    write: Format = FixedPrice
    write: Quantity = {stock}
    write: Start price = {sale_price}
    [smartstore] Smartstore
    mark: 판매자 상품코드 | 판매자상품코드
    mark: 상품명
    mark: 판매가
    mark: 카테고리코드 | 카테고리ID | 상품번호(스마트스토어) | 옵션형태
    code: 판매자 상품코드 | 판매자상품코드
    name: 상품명
    description: 상세설명 | 상품 상세정보
    price: 판매가
    sale_price: 할인가(PC)
    discount: 즉시할인 값(기본할인) & 즉시할인 단위(기본할인) | 즉시할인 값 & 즉시할인 단위 | PC 즉시할인 값 & PC 즉시할인 단위
    stock: 재고수량
    photos: 대표이미지 | 대표 이미지 파일명 | 대표이미지 URL | 추가이미지 | 추가 이미지 파일명 | 추가이미지 URL
    list names: 옵션값
    list prices: 옵션가
    list stocks: 옵션 재고수량
    only currency: KRW
    skip: 판매상태 = 판매중지 | 판매종료 | 판매금지
    write: 판매자 상품코드 = {code}
    write: 카테고리코드 = {none}
    write: 상품명 = {name}
    write: 상품상태 = 신상품
    write: 판매가 = {price}
    write: 재고수량 = {stock}
    write: 대표이미지 = {photo1}
    write: 추가이미지 = {more_photos}
    write: 상세설명 = {html}
    write: 즉시할인 값(기본할인) = {discount}
    write: 즉시할인 단위(기본할인) = {discount?원|}
    [coupang] Coupang
    mark: 등록상품명 | 노출상품명
    mark: 판매가격
    blank continues: 등록상품명 | 노출상품명
    code: 업체상품코드 | 판매자상품코드 | 옵션 ID
    name: 노출상품명 | 등록상품명
    description: 상세 설명 | 상세설명 | 상품상세설명
    price: 할인율기준가 | 정상가 | 판매가격
    sale_price: 판매가격
    stock: 재고수량 | 잔여수량(재고)
    photos: 대표(옵션)이미지 | 대표이미지 | 추가이미지 | 기타이미지
    options: 구매옵션값1 | 옵션값1 | 구매옵션값2 | 옵션값2 | 구매옵션값3 | 옵션값3 | 옵션값4 | 옵션값5 | 옵션값6 | 등록옵션명
    only currency: KRW
    skip: 판매상태 = 판매중지
    write: 등록상품명 = {base}
    write: 구매옵션유형1 = {variant?옵션|}
    write: 구매옵션값1 = {variant|}
    write: 판매가격 = {sale_price}
    write: 할인율기준가 = {price}
    write: 재고수량 = {stock}
    write: 업체상품코드 = {code}
    write: 대표(옵션)이미지 = {photo1}
    write: 추가이미지 = {more_photos}
    write: 상세 설명 = {html}
    [cafe24] Cafe24
    mark: 자체 상품코드 | 상품코드
    mark: 진열상태
    mark: 상품명
    mark: 판매가
    code: 자체 상품코드 | 상품코드
    name: 상품명
    description: 상품 상세설명 | 상품 간략설명 | 상품 요약설명
    price: 소비자가 | 판매가
    sale_price: 판매가
    stock: 재고수량
    photos: 이미지등록(상세) | 이미지등록(추가)
    list names: 옵션입력
    only currency: KRW
    skip: 판매상태 = n
    write: 상품코드 = {none}
    write: 자체 상품코드 = {code}
    write: 진열상태 = Y
    write: 판매상태 = Y
    write: 상품명 = {name}
    write: 상품 상세설명 = {html}
    write: 소비자가 = {full_price}
    write: 판매가 = {sale_price}
    write: 재고수량 = {stock}
    write: 이미지등록(상세) = {photo1}
    write: 이미지등록(추가) = {more_photos}
    [squarespace] Squarespace
    mark: Product ID [Non Editable]
    mark: Variant ID [Non Editable]
    mark: Title
    mark: Price
    blank continues: Title
    code: SKU
    name: Title
    description: Description
    price: Price
    sale_price: Sale Price
    sale if: On Sale = yes
    stock: Stock
    photos: Hosted Image URLs
    options: Option Value 1 | Option Value 2 | Option Value 3
    skip: Visible = no
    write: Product ID [Non Editable] = {none}
    write: Variant ID [Non Editable] = {none}
    write: Product Type [Non Editable] = PHYSICAL
    write: Title = {name}
    write: Description = {html}
    write: SKU = {code}
    write: Price = {price}
    write: Sale Price = {reduced_price|0.00}
    write: On Sale = {reduced_price?Yes|No}
    write: Stock = {stock}
    write: Visible = Yes
    write: Hosted Image URLs = {photos }
    [wix] Wix
    mark: handleId
    mark: fieldType
    mark: name
    mark: price
    rows of: handleId
    code: sku
    name: name
    description: description
    price: price
    surcharge: surcharge
    discount: discountValue & discountMode
    stock: inventory
    photos: productImageUrl
    options: productOptionDescription1 | productOptionDescription2 | productOptionDescription3
    heads: yes
    skip: visible = false
    write: handleId = {id}
    write: fieldType = Product
    write: name = {name}
    write: description = {html}
    write: productImageUrl = {photos;}
    write: sku = {code}
    write: price = {price}
    write: visible = true
    write: discountMode = AMOUNT
    write: discountValue = {discount|0}
    write: inventory = {stock}
    [google] Google Merchant Center
    mark: id
    mark: title
    mark: image_link | image link
    mark: availability
    mark: price
    code: id
    name: title
    description: description
    price: price
    sale_price: sale_price | sale price
    stock: quantity | quantity_to_sell_on_facebook
    sale days: sale_price_effective_date | sale price effective date
    photos: image_link | image link | additional_image_link | additional image link
    skip: availability = out_of_stock | out of stock
    write: id = {id}
    write: title = {name}
    write: description = {described}
    write: link = {page}
    write: image_link = {photo1}
    write: additional_image_link = {other_photos}
    write: availability = {in_stock?in_stock|out_of_stock}
    write: price = {price_money}
    write: sale_price = {reduced_money}
    write: brand = {shop}
    write: identifier_exists = no
    """
}
