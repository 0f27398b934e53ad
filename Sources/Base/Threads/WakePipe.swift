#if canImport(Darwin)
  import Darwin
#elseif canImport(Musl)
  import Musl
#else
  import Glibc
#endif

/// A pipe that wakes a thread blocked in `poll` (the self-pipe trick).
package final class WakePipe: Sendable {
  /// The end to poll: it is readable after a signal.
  package let readEnd: Int32
  private let writeEnd: Int32

  /// Returns nil and leaves the reason in `errno` if the system has no descriptors left.
  package init?() {
    var ends: [Int32] = [-1, -1]
    guard pipe(&ends) == 0 else { return nil }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      // A full pipe is signal enough, and draining an empty pipe must not block.
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    readEnd = ends[0]
    writeEnd = ends[1]
  }

  deinit {
    _ = close(readEnd)
    _ = close(writeEnd)
  }

  package func signal() {
    withUnsafeBytes(of: UInt8(0)) { _ = write(writeEnd, $0.baseAddress, 1) }
  }

  /// Waits for a signal; returns false after the timeout.
  package func wait(milliseconds: Int32) -> Bool {
    var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
    while true {
      let count = poll(&watched, 1, milliseconds)
      if count >= 0 { return count > 0 }
      guard errno == EINTR else { return false }
    }
  }

  package func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(readEnd, &bytes, bytes.count) > 0 {}
  }
}
