/// What a listing must be before it is stored (API 1.5, 7).
import Foundation
import MarketStore
import MarketWire

/// Judges members and lists every limit that is broken, not just the first.
struct ListingRules {
  static let nameLength = 3...100
  static let descriptionLength = 10...1000
  static let pictureCount = 1...5
  /// The largest whole number that every client holds exactly, doubles included.
  static let stockLimit = 9_007_199_254_740_991

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
      if fields.name == nil { note("name", Self.lengthWords(Self.nameLength), found: "nothing") }
      if fields.description == nil {
        note("description", Self.lengthWords(Self.descriptionLength), found: "nothing")
      }
      if fields.price == nil { note("price", "a number above 0", found: "nothing") }
      if fields.currency == nil { note("currency", Self.currencyWords, found: "nothing") }
    }
    return draft(fields, over: Draft())
  }

  /// Judges the members that are said; the others stay as they are in `current`.
  mutating func draft(_ fields: ListingFields, over current: Draft) -> Draft {
    var draft = current
    if let name = fields.name { draft.name = text(name, "name", Self.nameLength) }
    if let description = fields.description {
      draft.description = text(description, "description", Self.descriptionLength)
    }
    if let currency = fields.currency?.rawValue {
      if currency.utf8.count != 3 || !currency.utf8.allSatisfy({ (65...90).contains($0) }) {
        note("currency", Self.currencyWords, found: Refusal.quoted(currency))
      }
      draft.currency = currency
    }
    let before = broken.count
    if let price = fields.price {
      draft.price = amount(price, "price", mayBeZero: !enforcesLimits)
    }
    if let discount = fields.discount {
      draft.discount = amount(discount, "discounted_price", mayBeZero: true)
    }
    let isSaid = fields.price != nil || fields.discount != nil
    if enforcesLimits, isSaid, broken.count == before, draft.discount > draft.price {
      note(
        "discounted_price", "at most the price (\(Amount.decimal(draft.price)))",
        found: "\(Amount.decimal(draft.discount))")
    }
    if let stock = fields.stock {
      if !(0...Self.stockLimit).contains(stock) {
        note("stock", "0 to \(Self.stockLimit)", found: "\(stock)")
      }
      draft.stock = stock
    }
    return draft
  }

  /// Judges pictures; those that cannot be stored are left out.
  mutating func pictures(_ uploads: [Upload]) -> [CheckedPicture] {
    guard Self.pictureCount.contains(uploads.count) else {
      note(
        "images", "\(Self.pictureCount.lowerBound) to \(Self.pictureCount.upperBound) pictures",
        found: "\(uploads.count)")
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
  mutating func noteUnknownPicture(_ id: Int, of product: StoredProduct) {
    let known = product.pictures.map { String($0.id) }.joined(separator: ", ")
    note("thumbnail_id", "one of the listing's pictures (\(known))", found: "\(id)")
  }

  /// Fails with every broken limit in one message.
  func finish() throws(Refusal) {
    guard broken.isEmpty else { throw .badRequest(broken.joined(separator: "; ")) }
  }

  private static let currencyWords = "three letters such as KRW"

  private static func lengthWords(_ range: ClosedRange<Int>) -> String {
    "\(range.lowerBound) to \(range.upperBound) characters"
  }

  private mutating func note(_ member: String, _ expected: String, found: String) {
    broken.append("\(member): expected \(expected), found \(found)")
  }

  /// Texts are kept in NFC and counted in UTF-16 units, as the old server counted.
  private mutating func text(
    _ text: String, _ member: String, _ range: ClosedRange<Int>
  ) -> String {
    let text = Folding.composed(text)
    if text.unicodeScalars.contains("\0") {
      note(member, "a text without U+0000", found: "one")
    }
    let length = text.utf16.count
    if enforcesLimits, !range.contains(length) {
      note(member, Self.lengthWords(range), found: "\(length)")
    }
    return text
  }

  private mutating func amount(_ amount: Decimal, _ member: String, mayBeZero: Bool) -> Int64 {
    if amount < 0 || (amount == 0 && !mayBeZero) {
      note(member, mayBeZero ? "0 or more" : "a number above 0", found: "\(amount)")
      return 0
    }
    guard let stored = Amount.tenThousandths(amount) else {
      note(
        member, "at most 12 digits before the point and 4 after it",
        found: Refusal.quoted("\(amount)"))
      return 0
    }
    return stored
  }
}

extension ListingRules.Draft {
  init(_ product: StoredProduct) {
    self.init(
      name: product.name, description: product.description, currency: product.currency,
      price: product.price, discount: product.discount, stock: product.stock)
  }
}
