import CommandLanguage
import MarketRender
import MarketWire

/// The filter, sort, page and layout of a list, independent of any market.
struct ListQuery: Hashable, Sendable {
  /// The page size of scripts, and of the prompt unless something else is chosen.
  static let usualPageSize = 20

  var filter = Filter()
  var sort = ListingSort.newest
  /// From 1.
  var page = 1
  var perPage = usualPageSize
  /// Whether to read every page at once.
  var isAll = false
  /// Whether the command says which part it wants; otherwise a pipe is told that there is more.
  var isCut = false
  var layout = ListLayout.table
  /// Whether pictures are drawn or named; nil leaves it to the layout and the settings.
  var namesPictures: Bool?
  /// Whether a table has a small picture beside each row.
  var hasThumbnails = false

  /// The command for another page of this list.
  func command(page: Int) -> String {
    var words = ["list"] + filter.options
    if !sort.isDefault {
      words.append("--sort \(sort.key.rawValue)")
      if sort.isDescending { words.append("--desc") }
    }
    if perPage != Self.usualPageSize { words.append("--per-page \(perPage)") }
    if page != 1 { words.append("--page \(page)") }
    return words.joined(separator: " ")
  }

  /// Whether the order depends on amounts of money.
  var ordersAmounts: Bool { !sort.isDefault && sort.key == .price }

  /// Whether pictures are drawn in its layout.
  var picturePreference: PicturePreference {
    PicturePreference(layout == .grid || hasThumbnails ? namesPictures : false)
  }

  /// The parts of its heading.
  ///
  /// - Parameter zone: as in ``Filter/facets(money:zone:)``.
  func facets(money: MoneyText, zone: String?) -> [String] {
    let order: [String] =
      switch (sort.isDefault, sort.key) {
      case (true, _): []
      case (_, .newest), (_, .oldest): ["oldest first"]
      case (_, let key): ["\(key.rawValue) \(sort.isDescending ? "↓" : "↑")"]
      }
    return filter.facets(money: money, zone: zone) + order
  }
}
