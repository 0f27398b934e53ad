/// What the search of the list looks through.
import MarketWire

extension Folding {
  /// The column that is searched: a vendor's name can only be found whole or in part behind the
  /// line end, never across it, since a search value is one line of one name.
  static func searched(name: String, vendor: String) -> String {
    folded(name) + "\n" + folded(vendor)
  }
}
