import MarketWire

/// A page for buyers, or a file that stands beside the pages.
enum WindowPart: Hashable {
  case list
  /// The listings of a shop.
  case shop(String)
  /// The page of a listing; nil for a malformed id.
  case listing(Int?)
  /// The price tags of a shop.
  case tags(String)
  /// The newest listings of the market, or of a shop.
  case atom(shop: String?)
  /// The listings of a shop as a catalog.
  case merchant(String)
  /// A site map; nil for their index.
  case siteMap(Int?)
  case manifest
  /// A text of the operator.
  case text(String)

  /// The part at a path; nil for another path.
  init?(_ path: [String]) {
    switch path.count {
    case 0: self = .list
    case 1:
      switch path[0] {
      case "atom.xml": self = .atom(shop: nil)
      case "sitemap.xml": self = .siteMap(nil)
      case "manifest.webmanifest": self = .manifest
      default:
        guard WindowText.names.contains(path[0]) else { return nil }
        self = .text(path[0])
      }
    case 2:
      if path.starts(with: MarketPath.listings) {
        self = .listing(Route.number(path[1]))
      } else if path.starts(with: MarketPath.shops) {
        self = .shop(path[1])
      } else if path[0] == "sitemaps", path[1].hasSuffix(".xml"),
        let number = Route.number(path[1].dropLast(4))
      {
        self = .siteMap(number)
      } else {
        return nil
      }
    case 3 where path[0] == "shops":
      switch path[2] {
      case "tags": self = .tags(path[1])
      case "atom.xml": self = .atom(shop: path[1])
      case "feed.xml": self = .merchant(path[1])
      default: return nil
      }
    default: return nil
    }
  }

  /// Whether a browser shows the response, also that of a refusal.
  var isPage: Bool {
    switch self {
    case .list, .shop, .listing, .tags, .text: true
    case .atom, .merchant, .siteMap, .manifest: false
    }
  }
}
