/// Keys of the live terminal, as bytes.
import Synchronization

extension PosixTerminal {
  public func nextEvent(timeout: Duration?) async throws -> TerminalEvent {
    try Task.checkCancellation()
    let ahead = state.withLock { state in
      defer { state.ahead = [] }
      return state.ahead
    }
    if !ahead.isEmpty { return .bytes(ahead) }
    return try await reader().next(timeout: timeout, tellsChanges: true)
  }

  /// Keeps in mind whether a shape of the cursor, `CSI n SP q`, is to be taken back.
  func noteShape(in text: String) {
    guard state.withLock({ $0.keys != nil }), let shape = Self.lastShape(in: text) else { return }
    state.withLock { $0.hasShape = shape != UInt8(ascii: "0") }
  }

  private static func lastShape(in text: String) -> UInt8? {
    var last: UInt8?
    var tail: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
    for byte in text.utf8 {
      if byte == UInt8(ascii: "q"), tail.3 == UInt8(ascii: " "), tail.1 == UInt8(ascii: "["),
        tail.0 == 0x1B
      {
        last = tail.2
      }
      tail = (tail.1, tail.2, tail.3, byte)
    }
    return last
  }
}
