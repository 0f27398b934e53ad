import MarketWire
import Synchronization

/// The extensions that a market announces in `OpenMarket-Extensions`; empty for a market without
/// any (API 7.5).
public struct MarketExtensions: Hashable, Sendable {
  /// The names of the extensions in lowercase, including unknown ones.
  public let names: Set<String>

  /// Creates a set of extensions from their names; case does not matter.
  public init(_ names: Set<String>) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Decodes the values of the header.
  init(header values: [String]) {
    let names = values.flatMap { $0.split(separator: ",") }.map { name in
      String(name.filter { !$0.isWhitespace })
    }
    self.init(Set(names.filter { !$0.isEmpty }))
  }

  /// Whether the market carries out only the first of several writes with the same key.
  public var honorsKeys: Bool { supports(.idempotency) }

  /// Returns whether the market announces an extension.
  public func supports(_ name: MarketExtension) -> Bool { names.contains(name.rawValue) }
}

/// A known extension of the API; the raw value is its name in the header (API 7.5).
public enum MarketExtension: String, Hashable, Sendable, CaseIterable {
  /// Writes with an `Idempotency-Key` are carried out once (API 7.4).
  case idempotency
  /// Lists have other orders than newest first (API 7.3).
  case sort
  /// Lists have filters other than the search (API 7.3).
  case filter
  /// Listings have dates in milliseconds (API 7.5).
  case exactDates = "exact-dates"
  /// Lists have a revision, conditional requests and changes since a revision (API 7.3).
  case revision
  /// Lists have a summary without rows (API 7.3).
  case summary
  /// A shop can be renamed with its credentials (API 7.4).
  case rename
  /// A shop can say something about itself with its credentials (API 7.4).
  case profile
  /// The pictures of a listing can be exchanged (API 7.5).
  case photos
  /// Listings and shops have pages for buyers.
  case pages
}

/// The extensions that a market announced so far; the copies of a client share one cache.
final class ExtensionCache: Sendable {
  private let known = Mutex<MarketExtensions?>(nil)

  /// The extensions, or nil before the first response.
  var extensions: MarketExtensions? { known.withLock { $0 } }

  /// Stores the extensions in a response.
  ///
  /// A success without the header means that there are none. An error without the header may come
  /// from a proxy and is ignored.
  func update(from response: HTTPResponse) {
    let values = response.headers.all(.extensions)
    guard !values.isEmpty || response.isSuccess else { return }
    known.withLock { $0 = MarketExtensions(header: values) }
  }

  /// Stores that there are no extensions unless a response announced some in the meantime.
  func assumeNone() {
    known.withLock { $0 = $0 ?? MarketExtensions([]) }
  }
}
