import Foundation
import MarketTestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// The two ends of a pipe or a pseudo-terminal, which are closed on deallocation.
final class DescriptorPair: Sendable {
  let programEnd: Int32
  let userEnd: Int32

  private init(programEnd: Int32, userEnd: Int32) {
    self.programEnd = programEnd
    self.userEnd = userEnd
  }

  deinit {
    _ = close(programEnd)
    _ = close(userEnd)
  }

  /// Creates a pipe: `programEnd` reads what is written to `userEnd`.
  static func pipe() throws -> DescriptorPair {
    var pair: [Int32] = [-1, -1]
    try #require(systemPipe(&pair) == 0)
    return DescriptorPair(programEnd: pair[0], userEnd: pair[1])
  }

  /// Creates a pseudo-terminal of 100 by 30 cells: the program uses `programEnd`, and the test
  /// types and reads at `userEnd`.
  static func terminal() throws -> DescriptorPair {
    var userEnd: Int32 = -1
    var programEnd: Int32 = -1
    var size = winsize(ws_row: 30, ws_col: 100, ws_xpixel: 0, ws_ypixel: 0)
    try #require(openpty(&userEnd, &programEnd, nil, nil, &size) == 0)
    return DescriptorPair(programEnd: programEnd, userEnd: userEnd)
  }

  func type(_ bytes: [UInt8]) { _ = write(userEnd, bytes, bytes.count) }
  func type(_ text: String) { type(Array(text.utf8)) }

  /// Reads at `userEnd` until the output is complete, in however many pieces.
  @discardableResult
  func read(
    until event: String, sourceLocation: SourceLocation = #_sourceLocation,
    _ isComplete: (String) -> Bool
  ) async -> String {
    var output: [UInt8] = []
    await waitUntil(event, sourceLocation: sourceLocation) {
      var watched = pollfd(fd: userEnd, events: Int16(POLLIN), revents: 0)
      if poll(&watched, 1, 0) > 0 {
        var bytes = [UInt8](repeating: 0, count: 4096)
        let count = systemRead(userEnd, &bytes)
        output += bytes.prefix(max(count, 0))
      }
      return isComplete(String(decoding: output, as: UTF8.self))
    }
    return String(decoding: output, as: UTF8.self)
  }

  var echoes: Bool {
    var modes = termios()
    return tcgetattr(programEnd, &modes) == 0 && modes.c_lflag & tcflag_t(ECHO) != 0
  }

  /// The terminal modes, for comparison.
  var modes: [UInt32] {
    var modes = termios()
    guard tcgetattr(programEnd, &modes) == 0 else { return [] }
    let characters = withUnsafeBytes(of: modes.c_cc) { $0.map(UInt32.init) }
    return [modes.c_iflag, modes.c_oflag, modes.c_cflag, modes.c_lflag].map { UInt32($0) }
      + characters
  }

  /// Sets the modes, as a shell does when a program was stopped.
  func set(_ modes: termios) {
    var modes = modes
    _ = tcsetattr(programEnd, TCSANOW, &modes)
  }

  func resize(columns: UInt16, rows: UInt16) {
    var size = winsize(ws_row: rows, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(userEnd, UInt(TIOCSWINSZ), &size)
  }

  /// The number of unread bytes.
  var waiting: Int32 {
    var count: Int32 = 0
    _ = ioctl(programEnd, UInt(FIONREAD), &count)
    return count
  }
}

/// Calls `read(2)`, which `DescriptorPair.read` hides.
private func systemRead(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Int {
  read(descriptor, &buffer, buffer.count)
}

/// Calls `pipe(2)`, which `DescriptorPair.pipe` hides.
private func systemPipe(_ pair: inout [Int32]) -> Int32 { pipe(&pair) }
