/// Lists and listings kept on disk, to be looked at when their market cannot be reached.
import DiskCache
import MarketWire
import OpenMarketClient

/// What one market answered lately.
///
/// Only answers that anybody gets are kept, so they are the same for all shops and shells.
struct CachedResponses: Sendable {
  /// What is older is not shown any more.
  static let lifetime = Duration.seconds(86_400)
  /// The most bytes of a key; a file's head has no room for much more.
  private static let keyLimit = 4096

  /// The first words of keys.
  static let kinds = Kind.allCases.map(\.rawValue)

  let disk: DiskCache
  let market: MarketAddress
  let now: @Sendable () -> WireDate

  /// The answer to a request that was kept. Blocks.
  func answer(to target: String) -> (kind: Kind, response: HTTPResponse, moment: WireDate)? {
    guard let (kind, key) = Self.key(of: target, at: market), let entry = disk.entry(key),
      isFresh(entry.header)
    else { return nil }
    var response = HTTPResponse(status: 200)
    if kind == .extensions {
      response.headers[.extensions] = String(decoding: entry.bytes, as: UTF8.self)
    } else {
      response.body = entry.bytes
    }
    return (kind, response, WireDate(milliseconds: entry.header.validatedAt))
  }

  private func isFresh(_ head: CacheEntry.Header) -> Bool {
    let age = now().milliseconds - head.validatedAt
    // A time in the future is another clock's.
    return age >= 0 && age <= Self.lifetime.components.seconds * 1000
  }

  /// What a kept answer is.
  enum Kind: String, Sendable, CaseIterable {
    case list, detail
    /// What the market can do beyond the old one, as its answers say it.
    case extensions
  }

  /// Under which an answer is kept; nil for a request whose answer is not.
  ///
  /// - Parameter target: in origin form.
  static func key(of target: String, at market: MarketAddress) -> (kind: Kind, key: String)? {
    guard let parsed = try? RequestTarget(parsing: target) else { return nil }
    let kind: Kind
    var rest = ""
    switch parsed.path {
    case MarketPath.products: (kind, rest) = (.list, " \(target)")
    case MarketPath.health: kind = .extensions
    default:
      guard parsed.path.dropLast() == MarketPath.products[...],
        let id = parsed.path.last.flatMap({ Int($0) })
      else { return nil }
      (kind, rest) = (.detail, " \(id)")
    }
    guard kind == .list || parsed.query.isEmpty else { return nil }
    let key = "\(kind.rawValue) \(market)\(rest)"
    return key.utf8.count <= keyLimit && !key.contains("\n") ? (kind, key) : nil
  }
}
