extension Terminal {
  /// Reads what was typed so far and pushes it back, before another program reads the terminal. It
  /// is meant for the next prompt.
  public func withholdTypedKeys() async {
    guard isInteractive(.input), (try? beginKeys()) != nil else { return }
    defer { endKeys() }
    var typed: [UInt8] = []
    defer { putBack(typed) }
    while let event = try? await nextEvent(timeout: .zero) {
      switch event {
      case .bytes(let bytes): typed += bytes
      case .resized, .resumed: break
      case .timedOut, .end: return
      }
    }
  }
}
