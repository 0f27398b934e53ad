/// What a market can do beyond the old API, as it says itself.
import MarketWire
import Synchronization

/// The names of the `OpenMarket-Extensions` header; empty for a market that knows none.
public struct MarketExtensions: Hashable, Sendable {
  /// In small letters.
  public let names: Set<String>

  public init(_ names: Set<String>) {
    self.names = Set(names.map { $0.lowercased() })
  }

  /// Reads the header's values.
  init(header values: [String]) {
    let names = values.flatMap { $0.split(separator: ",") }.map { word in
      String(word.filter { !$0.isWhitespace })
    }
    self.init(Set(names.filter { !$0.isEmpty }))
  }

  /// Whether a write with an `Idempotency-Key` is done once, however often it is sent.
  public var honorsKeys: Bool { supports(.idempotency) }

  /// Whether the market says that it can do this.
  public func supports(_ name: MarketExtension) -> Bool { names.contains(name.rawValue) }
}

/// Something that a market may offer beyond the old API, by its word in the header (API 7).
public enum MarketExtension: String, Hashable, Sendable, CaseIterable {
  /// A write with a key is done once.
  case idempotency
  /// Lists in another order than the newest first.
  case sort
  /// Lists narrowed by more than a search.
  case filter
  /// Dates to the millisecond.
  case exactDates = "exact-dates"
  /// A count of changes, lists that are sent only where they changed, and what changed since.
  case revision
  /// Numbers without rows.
  case summary
}

/// What was learned of a market from its answers; shared by the copies of a client.
final class ExtensionCache: Sendable {
  private let state = Mutex<MarketExtensions?>(nil)

  /// nil until an answer told.
  var extensions: MarketExtensions? { state.withLock { $0 } }

  /// Takes what an answer tells: the header says it, and a success without it says "none". An error
  /// without it may come from something in front of the market and says nothing.
  func learn(from response: HTTPResponse) {
    let values = response.headers.all(.extensions)
    guard !values.isEmpty || response.isSuccess else { return }
    state.withLock { $0 = MarketExtensions(header: values) }
  }

  /// Takes it that the market knows none, unless it said otherwise meanwhile.
  func assumeNone() {
    state.withLock { $0 = $0 ?? MarketExtensions([]) }
  }
}
