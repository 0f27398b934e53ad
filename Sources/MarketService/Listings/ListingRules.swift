import Foundation
import MarketWire

/// The checks for a listing before it is stored (API 1.5, 7.2).
///
/// It collects every broken limit, not just the first.
struct ListingRules {
  /// Whether the documented limits are enforced; the training server enforced few of them.
  let enforcesLimits: Bool
  private(set) var broken: [String] = []

  /// The checked values of a listing.
  struct Draft: Hashable {
    var name = ""
    var description: String?
    var currency = "KRW"
    var price: Int64 = 0
    var discount: Int64 = 0
    var stock = 0
  }

  /// Checks a new listing.
  ///
  /// Absent members get the training server's defaults.
  mutating func draft(_ fields: ListingFields) -> Draft {
    if enforcesLimits {
      if fields.name == nil { addBroken(ListingLimits.violation(name: nil)) }
      if fields.description == nil { addBroken(ListingLimits.violation(description: nil)) }
      if fields.price == nil { addBroken(ListingLimits.violation(price: nil)) }
      if fields.currency == nil { addBroken(ListingLimits.violation(currency: nil)) }
    }
    return draft(fields, over: Draft())
  }

  /// Checks the present members; the others keep their values in `current`.
  mutating func draft(_ fields: ListingFields, over current: Draft) -> Draft {
    var draft = current
    if let name = fields.name {
      draft.name = text(name, "name", ListingLimits.violation(name: name))
    }
    if let description = fields.description {
      draft.description = text(
        description, "description", ListingLimits.violation(description: description))
    }
    if let currency = fields.currency {
      addBroken(ListingLimits.violation(currency: currency))
      draft.currency = currency.rawValue
    }
    let before = broken.count
    if let price = fields.price {
      draft.price = amount(
        price, ListingLimits.violation(price: price, mayBeZero: !enforcesLimits))
    }
    if let discount = fields.discount {
      draft.discount = amount(discount, ListingLimits.violation(discount: discount))
    }
    let hasAmount = fields.price != nil || fields.discount != nil
    if enforcesLimits, hasAmount, broken.count == before {
      let (discount, price) = (
        Decimal(tenThousandths: draft.discount), Decimal(tenThousandths: draft.price)
      )
      addBroken(ListingLimits.violation(discount: discount, price: price))
    }
    if let stock = fields.stock {
      addBroken(ListingLimits.violation(stock: stock))
      draft.stock = stock
    }
    return draft
  }

  /// Checks pictures and returns the valid ones.
  ///
  /// - Throws: 503 if there is not enough memory to decode them.
  mutating func pictures(
    _ uploads: [ImageUpload], _ memory: PictureMemory
  ) throws(ServiceRefusal) -> [CheckedPicture] {
    requireImageCount(uploads.count)
    guard ListingLimits.imageCount.contains(uploads.count) else { return [] }
    return try newPictures(uploads, memory)
  }

  /// Checks the number of pictures that a listing has.
  mutating func requireImageCount(_ count: Int) {
    addBroken(ListingLimits.violation(imageCount: count))
  }

  /// Checks new pictures of any number and returns the valid ones.
  ///
  /// - Throws: 503 if there is not enough memory to decode them.
  mutating func newPictures(
    _ uploads: [ImageUpload], _ memory: PictureMemory
  ) throws(ServiceRefusal) -> [CheckedPicture] {
    var valid: [CheckedPicture] = []
    for (index, upload) in uploads.enumerated() {
      switch try CheckedPicture.check(upload.bytes, memory) {
      case .success(let picture): valid.append(picture)
      case .failure(let problem): broken.append("images[\(index)]: \(problem.description)")
      }
    }
    return valid
  }

  /// Adds the error that the listing has no picture with this id.
  mutating func addUnknownPicture(
    _ id: Int, of product: StoredProduct, in member: String = "thumbnail_id"
  ) {
    let known = product.pictures.map { String($0.id) }.joined(separator: ", ")
    addBroken(
      LimitViolation(
        member, .rule("one of the listing's pictures (\(known))"), found: "\(id)"))
  }

  /// Throws 400 with all broken limits in one message.
  func finish() throws(ServiceRefusal) {
    guard broken.isEmpty else { throw .badRequest(broken.joined(separator: "; ")) }
  }

  private mutating func addBroken(_ limit: LimitViolation?) {
    guard let limit else { return }
    broken.append("\(limit.member): expected \(limit.expected), found \(limit.found)")
  }

  /// Checks a text and returns it in NFC.
  ///
  /// Its length is checked only if limits are enforced.
  private mutating func text(_ text: String, _ member: String, _ limit: LimitViolation?) -> String {
    if text.unicodeScalars.contains("\0") {
      addBroken(LimitViolation(member, .rule("a text without U+0000"), found: "one"))
    }
    if enforcesLimits { addBroken(limit) }
    if enforcesLimits, member == "name", limit == nil, !text.hasVisibleCharacter {
      addBroken(LimitViolation(member, .rule("a visible character"), found: "none"))
    }
    return Folding.normalized(text)
  }

  private mutating func amount(_ amount: Decimal, _ limit: LimitViolation?) -> Int64 {
    addBroken(limit)
    return limit == nil ? amount.tenThousandths ?? 0 : 0
  }
}

extension ListingRules.Draft {
  init(_ product: StoredProduct) {
    self.init(
      name: product.name, description: product.description, currency: product.currency,
      price: product.price, discount: product.discount, stock: product.stock)
  }
}
