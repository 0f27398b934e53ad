package import DiskCache
package import MarketWire
package import OpenMarketClient

/// The responses of one market in the offline cache.
///
/// Only responses that do not depend on an account are cached, so all shops and shells share them.
package struct CachedResponses: Sendable {
  /// The age beyond which a cached response is ignored: one day.
  package static let lifetime = Duration.seconds(86_400)
  /// The maximum length of a key in bytes, because the header of a cache file is limited.
  private static let keyLimit = 4096

  /// The first words of the keys in the disk cache.
  package static let kinds = Kind.allCases.map(\.rawValue)

  let disk: DiskCache
  let market: MarketAddress
  let now: @Sendable () -> WireDate

  package init(disk: DiskCache, market: MarketAddress, now: @escaping @Sendable () -> WireDate) {
    self.disk = disk
    self.market = market
    self.now = now
  }

  /// A response in the cache.
  package struct CachedResponse: Sendable {
    package let kind: Kind
    package let response: HTTPResponse
    /// When the market sent the response.
    package let cachedAt: WireDate
  }

  /// Returns the cached response to a GET request, unless it is too old. Blocks.
  ///
  /// - Parameter target: The request target in origin form.
  package func response(to target: String) -> CachedResponse? {
    guard let (kind, key) = Self.key(of: target, at: market), let entry = disk.entry(key),
      isFresh(entry.header)
    else { return nil }
    var response = HTTPResponse(status: 200)
    if kind == .extensions {
      response.headers[.extensions] = String(decoding: entry.bytes, as: UTF8.self)
    } else {
      response.body = entry.bytes
    }
    return CachedResponse(
      kind: kind, response: response,
      cachedAt: WireDate(milliseconds: entry.header.validatedAt))
  }

  private func isFresh(_ header: CacheEntry.Header) -> Bool {
    let age = now().milliseconds - header.validatedAt
    // A time in the future comes from a clock that was wrong.
    return age >= 0 && age <= Self.lifetime.components.seconds * 1000
  }

  /// The kinds of cached responses.
  package enum Kind: String, Sendable, CaseIterable {
    case list, detail
    /// The API extensions that the market announces in the headers of its responses.
    case extensions
  }

  /// The beginning of the keys of all lists of a market.
  static func listKeys(at market: MarketAddress) -> String { "\(Kind.list.rawValue) \(market) " }

  /// Returns the cache key of a GET request, or nil if its response is never cached.
  ///
  /// - Parameter target: The request target in origin form.
  static func key(of target: String, at market: MarketAddress) -> (kind: Kind, key: String)? {
    guard let parsed = try? RequestTarget(parsing: target) else { return nil }
    let kind: Kind
    var suffix = ""
    switch parsed.path {
    case MarketPath.products: (kind, suffix) = (.list, " \(target)")
    case MarketPath.health: kind = .extensions
    default:
      guard parsed.path.dropLast() == MarketPath.products[...],
        let id = parsed.path.last.flatMap({ Int($0) })
      else { return nil }
      (kind, suffix) = (.detail, " \(id)")
    }
    guard kind == .list || parsed.query.isEmpty else { return nil }
    let key = "\(kind.rawValue) \(market)\(suffix)"
    return key.utf8.count <= keyLimit && !key.contains("\n") ? (kind, key) : nil
  }
}
