/// What wakes a thread that waits for descriptors.
#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe whose only message is "look again".
final class WakePipe: Sendable {
  let readEnd: Int32
  private let writeEnd: Int32

  init() throws(TerminalError) {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { throw .failed(call: "pipe", code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A full pipe says enough, and an empty one is no reason to wait.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    _ = close(readEnd)
    _ = close(writeEnd)
  }

  func signal() {
    withUnsafeBytes(of: UInt8(0)) { _ = write(writeEnd, $0.baseAddress, 1) }
  }

  /// Whether it was signalled before the time was over.
  func wait(milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&watched, 1, milliseconds)
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { return false }
    }
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}
