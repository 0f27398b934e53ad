public import MarketWire

/// A market that the seller knows.
public struct MarketProfile: Hashable, Sendable {
  /// The local name of the market: `home`, or the name given at `login`.
  public var name: String
  public var url: String
  public var shop: String?
  /// The vendor number, learned from the account or from the first response to an add or edit.
  public var vendorID: Int?
  public var credentials: Credentials?

  public init(
    name: String, url: String, shop: String? = nil, vendorID: Int? = nil,
    credentials: Credentials? = nil
  ) {
    self.name = name
    self.url = url
    self.shop = shop
    self.vendorID = vendorID
    self.credentials = credentials
  }

  /// The market on this machine.
  public static let home = MarketProfile(name: "home", url: "http://market.local")

  public var isHome: Bool { name == Self.home.name }
  /// The shop for which commands act; nil while signed out.
  package var signedInShop: String? { isHome || credentials != nil ? shop : nil }

  package typealias Key = MarketKey

  package var key: Key { Key(name: name, url: url) }
}
