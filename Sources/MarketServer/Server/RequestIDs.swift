import MarketWire
import Synchronization

/// The ids that requests have in the log and in the header `X-Request-Id` of their responses.
final class RequestIDs: Sendable {
  static let header: HTTPHeaderName = "X-Request-Id"

  private let prefix: String
  private let count = Atomic(0)

  /// - Parameter prefix: distinguishes the ids of this server from those of others.
  init(prefix: String) { self.prefix = prefix }

  func next() -> String {
    let number = count.wrappingAdd(1, ordering: .relaxed).newValue
    return "\(prefix)-\(String(number, radix: 36))"
  }

  /// Returns the id that a trusted proxy has given to a request; nil if it cannot be logged as it
  /// is.
  static func forwarded(in headers: HTTPHeaders) -> String? {
    guard let id = headers[header], (1...64).contains(id.utf8.count),
      id.utf8.allSatisfy({ $0.isAlphanumeric || "-_.".utf8.contains($0) })
    else { return nil }
    return id
  }
}
