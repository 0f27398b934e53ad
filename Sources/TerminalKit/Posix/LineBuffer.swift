/// A buffer that splits incoming bytes into lines.
struct LineBuffer: Sendable {
  /// The longest accepted line in bytes.
  let limit: Int
  private var bytes: [UInt8] = []
  private var start = 0
  private var searched = 0

  init(limit: Int = 16 << 20) { self.limit = limit }

  mutating func append(_ more: [UInt8]) {
    if start > 0 {
      bytes.removeSubrange(..<start)
      searched -= start
      start = 0
    }
    bytes += more
  }

  /// Removes and returns the next complete line without its LF or CR LF, or nil if there is none.
  /// Throws `lineTooLong` for a longer line and drops the part of it that has arrived.
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

  /// Removes and returns the bytes after the last line break, or nil if there are none.
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
