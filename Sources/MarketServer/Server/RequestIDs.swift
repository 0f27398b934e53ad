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
      id.utf8.allSatisfy({ byte in
        (0x30...0x39).contains(byte) || (0x61...0x7A).contains(byte | 0x20)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: "_") || byte == UInt8(ascii: ".")
      })
    else { return nil }
    return id
  }
}
