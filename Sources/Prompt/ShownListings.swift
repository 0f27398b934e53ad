/// The listings that were shown lately, so that a prompt can complete them without asking anybody.
import CommandLanguage
import MarketRender
import MarketWire

/// A listing as it was when it was last shown.
struct ShownListing: Hashable, Sendable {
  let id: Int
  let name: String
  /// What a buyer pays.
  let price: Money?
  let seller: String?
  let isOwn: Bool
  /// The name as it is searched.
  let match: FuzzyText

  init(id: Int, name: String, price: Money?, seller: String?, isOwn: Bool) {
    self.id = id
    self.name = name
    self.price = price
    self.seller = seller
    self.isOwn = isOwn
    match = FuzzyText(name)
  }

  init(_ product: Product, isOwn: Bool) {
    self.init(
      id: product.id, name: product.name, price: product.salePrice ?? product.price,
      seller: product.vendor.name, isOwn: isOwn)
  }
}

/// Those of one market as one account sees them, the ones shown last first.
struct ShownListings: Hashable, Sendable {
  /// Whose they are.
  struct Key: Hashable, Sendable {
    let url: String
    let vendor: String
  }

  /// Listings beyond this number are forgotten.
  static let most = 3000

  private(set) var rows: [ShownListing] = []
  /// Whether they are other ones than in the file.
  var isChanged = false

  init(_ rows: [ShownListing] = []) {
    self.rows = Array(rows.prefix(Self.most))
  }

  /// Takes listings that were shown, in their order; how they were before is forgotten.
  mutating func note(_ new: [ShownListing]) {
    guard !new.isEmpty else { return }
    var ids: Set<Int> = []
    let fresh = new.filter { ids.insert($0.id).inserted }
    rows = Array((fresh + rows.lazy.filter { !ids.contains($0.id) }).prefix(Self.most))
    isChanged = true
  }

  /// Takes out listings that are gone.
  mutating func remove(_ ids: Set<Int>) {
    let count = rows.count
    rows.removeAll { ids.contains($0.id) }
    if rows.count != count { isChanged = true }
  }
}

extension MarketProfile {
  var shownKey: ShownListings.Key {
    ShownListings.Key(url: url, vendor: vendorID.map { "\($0)" } ?? shop ?? "")
  }
}
