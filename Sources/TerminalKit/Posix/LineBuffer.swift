/// Bytes that came in pieces, handed out as lines.

/// Collects bytes until they are lines.
struct LineBuffer: Sendable {
  /// The longest line taken, in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  init(limit: Int = 16 << 20) {
    self.limit = limit
  }

  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// The next whole line without its LF or CR LF, nil until there is one. A line over the limit is
  /// dropped as far as it has come.
  mutating func next() throws(TerminalError) -> String? {
    let end = bytes[searched...].firstIndex(of: 0x0A)
    searched = end.map { $0 + 1 } ?? bytes.count
    guard (end ?? bytes.count) - start <= limit else {
      start = searched
      throw .lineTooLong(limit: limit)
    }
    guard let end else { return nil }
    defer { start = searched }
    return text(upTo: end)
  }

  /// What is left after the last line break, nil if nothing is.
  mutating func rest() -> String? {
    guard start < bytes.count else { return nil }
    defer {
      start = bytes.count
      searched = bytes.count
    }
    return text(upTo: bytes.count)
  }

  private func text(upTo end: Int) -> String {
    var line = bytes[start..<end]
    if line.last == 0x0D { line.removeLast() }
    return String(decoding: line, as: UTF8.self)
  }
}
