/// Waiting for descriptors without blocking the pool that async code shares, and never for ever.
import Foundation

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// What a wait may come to.
enum WaitProblem: Error {
  /// The limit passed; what was awaited, and what had come instead.
  case tooLong(String)
  /// The other side ended first.
  case ended(String)
  case failed(call: String, code: Int32)
}

/// Runs what blocks on a thread of its own.
func onThread<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// A moment after which nobody waits any longer.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  /// Long enough for a machine that builds and tests other things at the same time.
  init(in limit: Duration = .seconds(60)) {
    end = ContinuousClock.now + limit
  }

  /// What `poll` takes: the milliseconds left, at least 0.
  private var milliseconds: Int32 {
    let left = (end - ContinuousClock.now).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
  }

  /// Waits until one of the descriptors has something to read or is at its end.
  ///
  /// - Returns: for each whether it has; all false when the deadline passed.
  func readable(_ descriptors: Int32...) throws -> [Bool] {
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, nfds_t(watched.count), milliseconds) < 0 {
      guard errno == EINTR else { throw WaitProblem.failed(call: "poll", code: errno) }
    }
    return watched.map { $0.revents != 0 }
  }

  /// Waits until one descriptor can be read or the other written; neither when the deadline passed.
  func ready(reading: Int32, writing: Int32) throws -> (read: Bool, write: Bool) {
    var watched = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writing, events: Int16(POLLOUT), revents: 0),
    ]
    while poll(&watched, nfds_t(watched.count), milliseconds) < 0 {
      guard errno == EINTR else { throw WaitProblem.failed(call: "poll", code: errno) }
    }
    return (watched[0].revents != 0, watched[1].revents & Int16(POLLOUT) != 0)
  }
}

/// What is there to read, at most 64 KiB; empty at the end, where a terminal without its other side
/// is one.
func readSome(_ descriptor: Int32) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = read(descriptor, &bytes, bytes.count)
    if count >= 0 { return Array(bytes[..<count]) }
    if errno == EIO { return [] }
    guard errno == EINTR else { throw WaitProblem.failed(call: "read", code: errno) }
  }
}
