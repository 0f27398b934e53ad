import TerminalKit

/// The input that arrives while a page is waiting for pictures.
struct TypeAhead {
  private var decoder = KeyDecoder()
  /// The bytes that the prompt reads afterwards.
  private(set) var bytes: [UInt8] = []

  /// Adds input, and returns whether a key was pressed.
  ///
  /// Late replies of the terminal are not keys, and are dropped.
  ///
  /// - Throws: `CancellationError` for Ctrl-C, which also drops the input before it.
  mutating func add(_ input: [UInt8]) throws -> Bool {
    bytes += input
    let events = decoder.decode(input)
    if events.contains(.key(.control("c"))) {
      bytes = []
      throw CancellationError()
    }
    let isKeyPressed = events.contains { if case .reply = $0 { false } else { true } }
    if !isKeyPressed, !decoder.isWaiting { bytes = [] }
    return isKeyPressed
  }
}
