import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A pipe that ends the `poll` of another thread.
final class WakePipe: Sendable {
  /// The end to poll.
  let reader: Int32
  private let writer: Int32
  /// Whether the other thread waits for room.
  private let isAwaited = Atomic(false)
  private let stopping = Atomic(false)

  init() throws(ServerError) {
    var ends: [Int32] = [0, 0]
    guard pipe(&ends) == 0 else { throw .callFailed(name: "pipe", code: errno) }
    for end in ends {
      _ = fcntl(end, F_SETFD, FD_CLOEXEC)
      _ = fcntl(end, F_SETFL, O_NONBLOCK)
    }
    (reader, writer) = (ends[0], ends[1])
  }

  deinit {
    close(reader)
    close(writer)
  }

  var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  /// Wakes the other thread for its end.
  func stop() {
    stopping.store(true, ordering: .sequentiallyConsistent)
    wake()
  }

  /// Sets whether ``roomIsFree()`` wakes the other thread.
  func awaitRoom(_ isAwaited: Bool) {
    self.isAwaited.store(isAwaited, ordering: .sequentiallyConsistent)
  }

  func roomIsFree() {
    if isAwaited.load(ordering: .sequentiallyConsistent) { wake() }
  }

  func drain() {
    var bytes = [UInt8](repeating: 0, count: 64)
    while read(reader, &bytes, bytes.count) > 0 {}
  }

  private func wake() {
    var byte: UInt8 = 0
    _ = write(writer, &byte, 1)
  }
}
