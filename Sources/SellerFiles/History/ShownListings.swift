package import CommandLanguage
package import MarketWire

/// A listing as it was last shown.
package struct ShownListing: Hashable, Sendable {
  package let id: Int
  package let name: String
  /// What a buyer pays.
  package let price: Money?
  package let shop: String?
  /// Whether it belongs to the account in use.
  package let isOwn: Bool
  /// The name as it is matched against the typed word.
  package let match: FuzzyText

  package init(id: Int, name: String, price: Money?, shop: String?, isOwn: Bool) {
    self.id = id
    self.name = name
    self.price = price
    self.shop = shop
    self.isOwn = isOwn
    match = FuzzyText(name)
  }

  package init(_ product: Product, isOwn: Bool) {
    self.init(
      id: product.id, name: product.name, price: product.salePrice ?? product.price,
      shop: product.vendor.name, isOwn: isOwn)
  }
}

/// The listings that were shown lately in one market with one account, the latest first.
package struct ShownListings: Hashable, Sendable {
  /// The market and the account.
  package struct Key: Hashable, Sendable {
    let url: String
    let account: String

    /// - Parameter account: an id or a shop name; empty without an account.
    package init(url: String, account: String) {
      self.url = url
      self.account = account
    }
  }

  /// The most listings that are remembered.
  package static let limit = 3000

  package private(set) var rows: [ShownListing] = []
  /// Whether the rows differ from those in the file.
  package var isChanged = false

  package init(_ rows: [ShownListing] = []) { self.rows = Array(rows.prefix(Self.limit)) }

  /// Puts listings in front, in their order, and drops what was known of them before.
  package mutating func add(_ new: [ShownListing]) {
    guard !new.isEmpty else { return }
    var ids: Set<Int> = []
    let unique = new.filter { ids.insert($0.id).inserted }
    rows = Array((unique + rows.lazy.filter { !ids.contains($0.id) }).prefix(Self.limit))
    isChanged = true
  }

  /// Takes what the market says of its listings now: those that were shown keep their places, the
  /// others come after them.
  ///
  /// - Parameter isAll: whether the market has no other listings.
  package mutating func learn(_ new: [ShownListing], isAll: Bool) {
    var unknown = Dictionary(new.map { ($0.id, $0) }) { first, _ in first }
    let before = rows
    rows = rows.compactMap { row in unknown.removeValue(forKey: row.id) ?? (isAll ? nil : row) }
    rows += new.filter { unknown.removeValue(forKey: $0.id) != nil }
    rows = Array(rows.prefix(Self.limit))
    if rows != before { isChanged = true }
  }

  package mutating func remove(_ ids: Set<Int>) {
    let count = rows.count
    rows.removeAll { ids.contains($0.id) }
    if rows.count != count { isChanged = true }
  }
}
