import Synchronization

extension PosixTerminal {
  public func nextEvent(timeout: Duration?) async throws -> TerminalEvent {
    try Task.checkCancellation()
    let typeAhead = state.withLock { state in
      defer { state.typeAhead = [] }
      return state.typeAhead
    }
    if !typeAhead.isEmpty { return .bytes(typeAhead) }
    return try await reader().next(timeout: timeout, reportsChanges: true)
  }

  /// Records whether `text` sets a cursor shape (`CSI n SP q`) that must be reset later.
  func trackCursorShape(in text: String) {
    guard state.withLock({ $0.keys != nil }), let shape = Self.lastCursorShape(in: text) else {
      return
    }
    state.withLock { $0.hasCustomCursorShape = shape != UInt8(ascii: "0") }
  }

  private static func lastCursorShape(in text: String) -> UInt8? {
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
