import Base
import Synchronization

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What wakes the thread that accepts connections: its end, or room that it waits for.
final class AcceptWake: Sendable {
  private let pipe: WakePipe
  /// Whether the thread waits for room.
  private let awaitsRoom = Atomic(false)
  private let stopping = Atomic(false)

  init() throws(ServerError) {
    guard let pipe = WakePipe() else { throw .callFailed(name: "pipe", code: errno) }
    self.pipe = pipe
  }

  /// The end to poll.
  var reader: Int32 { pipe.readEnd }
  var isStopping: Bool { stopping.load(ordering: .sequentiallyConsistent) }

  func stop() {
    stopping.store(true, ordering: .sequentiallyConsistent)
    pipe.signal()
  }

  /// Sets whether ``roomIsFree()`` wakes the thread.
  func awaitRoom(_ isAwaited: Bool) {
    awaitsRoom.store(isAwaited, ordering: .sequentiallyConsistent)
  }

  func roomIsFree() {
    if awaitsRoom.load(ordering: .sequentiallyConsistent) { pipe.signal() }
  }

  func drain() { pipe.drain() }
}
