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
    var text = text
    return text.withUTF8 { bytes in
      let end = bytes.indices.dropFirst(4).last { index in
        bytes[index] == UInt8(ascii: "q") && bytes[index - 1] == UInt8(ascii: " ")
          && bytes[index - 3] == UInt8(ascii: "[") && bytes[index - 4] == 0x1B
      }
      return end.map { bytes[$0 - 2] }
    }
  }
}
