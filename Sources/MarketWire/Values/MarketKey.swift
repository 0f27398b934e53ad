/// What identifies a market in the settings of a user.
///
/// Neither part is enough: two names may have the same address, and a name can be given to another
/// address later.
package struct MarketKey: Hashable, Sendable {
  /// The name that the user gave the market.
  package let name: String
  package let url: String

  package init(name: String, url: String) {
    self.name = name
    self.url = url
  }
}
