/// What a listing must be before it is stored (API 1.5, 7).
import Foundation
import MarketStore
import MarketWire

/// Judges members and lists every limit that is broken, not just the first.
struct ListingRules {
  /// False takes what the old server took.
  let enforcesLimits: Bool
  private(set) var broken: [String] = []

  init(enforcesLimits: Bool) {
    self.enforcesLimits = enforcesLimits
  }

  /// What may be stored of a listing, all of it within the rules.
  struct Draft: Hashable {
    var name = ""
    var description: String?
    var currency = "KRW"
    var price: Int64 = 0
    var discount: Int64 = 0
    var stock = 0
  }

  /// Judges a new listing; members that are not said take what the old server took for them.
  mutating func draft(_ fields: ListingFields) -> Draft {
    if enforcesLimits {
      if fields.name == nil { note(ListingLimits.violation(name: nil)) }
      if fields.description == nil { note(ListingLimits.violation(description: nil)) }
      if fields.price == nil { note(ListingLimits.violation(price: nil)) }
      if fields.currency == nil { note(ListingLimits.violation(currency: nil)) }
    }
    return draft(fields, over: Draft())
  }

  /// Judges the members that are said; the others stay as they are in `current`.
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
      note(ListingLimits.violation(currency: currency))
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
    let isSaid = fields.price != nil || fields.discount != nil
    if enforcesLimits, isSaid, broken.count == before {
      let (discount, price) = (Amount.decimal(draft.discount), Amount.decimal(draft.price))
      note(ListingLimits.violation(discount: discount, price: price))
    }
    if let stock = fields.stock {
      note(ListingLimits.violation(stock: stock))
      draft.stock = stock
    }
    return draft
  }

  /// Judges pictures; those that cannot be stored are left out.
  mutating func pictures(_ uploads: [ImageUpload]) -> [CheckedPicture] {
    if let isOff = ListingLimits.violation(imageCount: uploads.count) {
      note(isOff)
      return []
    }
    return uploads.enumerated().compactMap { index, upload in
      switch CheckedPicture.check(upload.bytes) {
      case .success(let picture): return picture
      case .failure(let problem):
        broken.append("images[\(index)]: \(problem.words)")
        return nil
      }
    }
  }

  /// Notes that the listing has no picture of this number.
  mutating func addUnknownPicture(_ id: Int, of product: StoredProduct) {
    let known = product.pictures.map { String($0.id) }.joined(separator: ", ")
    note(
      LimitViolation(
        "thumbnail_id", expected: "one of the listing's pictures (\(known))", found: "\(id)"))
  }

  /// Fails with every broken limit in one message.
  func finish() throws(ServiceRefusal) {
    guard broken.isEmpty else { throw .badRequest(broken.joined(separator: "; ")) }
  }

  private mutating func note(_ limit: LimitViolation?) {
    guard let limit else { return }
    broken.append("\(limit.member): expected \(limit.expected), found \(limit.found)")
  }

  /// Texts are kept in NFC; their length counts only where the limits are enforced.
  private mutating func text(_ text: String, _ member: String, _ limit: LimitViolation?) -> String {
    if text.unicodeScalars.contains("\0") {
      note(LimitViolation(member, expected: "a text without U+0000", found: "one"))
    }
    if enforcesLimits { note(limit) }
    return Folding.normalized(text)
  }

  private mutating func amount(_ amount: Decimal, _ limit: LimitViolation?) -> Int64 {
    note(limit)
    return limit == nil ? Amount.tenThousandths(amount) ?? 0 : 0
  }
}

extension ListingRules.Draft {
  init(_ product: StoredProduct) {
    self.init(
      name: product.name, description: product.description, currency: product.currency,
      price: product.price, discount: product.discount, stock: product.stock)
  }
}
