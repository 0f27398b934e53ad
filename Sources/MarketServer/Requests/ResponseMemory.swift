import Synchronization

/// The memory of the large responses that clients have not read yet.
///
/// The library keeps a response until the client has read it. A client that asks for pages of
/// megabytes on many connections and reads none of them would otherwise take gigabytes.
final class ResponseMemory: Sendable {
  private let limit: Int
  private let used = Atomic(0)

  init(limit: Int) { self.limit = limit }

  /// Takes memory for a response; nil if too much is taken.
  ///
  /// - Returns: the bytes to pass to ``release(_:)``, 0 for a small response.
  func acquire(_ bytes: Int) -> Int? {
    guard bytes > Self.small else { return 0 }
    guard used.wrappingAdd(bytes, ordering: .relaxed).newValue <= limit else {
      release(bytes)
      return nil
    }
    return bytes
  }

  func release(_ bytes: Int) {
    if bytes > 0 { used.wrappingSubtract(bytes, ordering: .relaxed) }
  }

  /// The bytes up to which responses are not counted: even 512 of them take only 8 MB.
  private static let small = 16 * 1024
}
