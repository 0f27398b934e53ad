import CommandLanguage
package import Formatting
package import MarketRender
package import MarketWire
package import Messages

/// The filter, sort, page and layout of a list, independent of any market.
package struct ListQuery: Hashable, Sendable {
  /// The page size of scripts, and of the prompt unless something else is chosen.
  package static let usualPageSize = 20

  package var filter = Filter()
  package var sort = ListingSort.newest
  /// The order by code, instead of ``sort``.
  package var codeOrder: CodeOrder?
  /// The page number, from 1.
  package var page = 1
  package var perPage = usualPageSize
  /// Whether to read every page at once.
  package var isAll = false
  package var presentation = ListingPresentation()

  package init(
    filter: Filter = Filter(), perPage: Int = ListQuery.usualPageSize
  ) {
    self.filter = filter
    self.perPage = perPage
  }

  /// The command for another page of this list.
  package func command(page: Int) -> String {
    var words = ["list"] + filter.options
    if let codeOrder {
      words.append("--sort \(CodeOrder.name)")
      if codeOrder.isDescending { words.append("--desc") }
    } else if !sort.isDefault {
      words.append("--sort \(sort.key.rawValue)")
      if sort.isDescending { words.append("--desc") }
    }
    if perPage != Self.usualPageSize { words.append("--per-page \(perPage)") }
    if page != 1 { words.append("--page \(page)") }
    return words.joined(separator: " ")
  }

  /// Whether its layout draws pictures.
  package var picturePreference: PicturePreference {
    presentation.layout == .grid || presentation.hasThumbnails ? presentation.pictures : .never
  }

  /// The parts of its heading.
  ///
  /// - Parameter zone: as in ``Filter/facets(money:zone:)``.
  package func facets(money: MoneyText, zone: String?) -> [Message] {
    let order: [Message] =
      if let codeOrder {
        ["\("code" as Message) \(formatted: codeOrder.isDescending ? "↓" : "↑")"]
      } else {
        sortFacets
      }
    return filter.facets(money: money, zone: zone) + order
  }

  private var sortFacets: [Message] {
    switch (sort.isDefault, sort.key) {
    case (true, _): []
    case (_, .newest), (_, .oldest): ["oldest first"]
    case (_, let key): ["\(key.message) \(formatted: sort.isDescending ? "↓" : "↑")"]
    }
  }
}

extension ListingSort.Key {
  /// What a list is sorted by.
  fileprivate var message: Message {
    switch self {
    case .newest: "newest"
    case .oldest: "oldest"
    case .name: .listingName
    case .price: "price"
    case .stock: "stock"
    case .discount: "discount"
    }
  }
}
