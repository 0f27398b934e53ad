import Foundation
import MarketTestSupport

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// Why a wait failed.
enum WaitError: Error {
  /// The limit passed; the text says what was awaited and what arrived instead.
  case timedOut(String)
  /// The other side ended earlier.
  case ended(String)
  case failed(call: String, code: Int32)
}

/// Runs blocking work on a thread of its own, off the cooperative pool.
func runBlocking<R: Sendable>(_ body: @escaping @Sendable () throws -> R) async throws -> R {
  try await withCheckedThrowingContinuation { continuation in
    Thread.detachNewThread { continuation.resume(with: Result(catching: body)) }
  }
}

/// The time at which waits end.
struct Deadline: Sendable {
  private let end: ContinuousClock.Instant

  init(in limit: Duration = patience) {
    end = ContinuousClock.now + limit
  }

  private init(at end: ContinuousClock.Instant) {
    self.end = end
  }

  /// Whether the time has passed.
  var isOver: Bool { ContinuousClock.now >= end }

  /// A deadline after a part of the time that is left.
  func part(_ limit: Duration) -> Deadline { Deadline(at: min(end, ContinuousClock.now + limit)) }

  /// The milliseconds left, at least 0, as `poll` expects them.
  private var milliseconds: Int32 {
    let left = (end - ContinuousClock.now).components
    return Int32(clamping: max(0, left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000))
  }

  /// Waits until one of the descriptors has something to read or is at its end.
  ///
  /// - Returns: Whether each descriptor is readable; all are false if the deadline passed.
  func readable(_ descriptors: Int32...) throws -> [Bool] {
    var watched = descriptors.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
    while poll(&watched, nfds_t(watched.count), milliseconds) < 0 {
      guard errno == EINTR else { throw WaitError.failed(call: "poll", code: errno) }
    }
    return watched.map { $0.revents != 0 }
  }

  /// Waits until one descriptor can be read or the other one written; both are false if the
  /// deadline passed.
  func ready(reading: Int32, writing: Int32) throws -> (read: Bool, write: Bool) {
    var watched = [
      pollfd(fd: reading, events: Int16(POLLIN), revents: 0),
      pollfd(fd: writing, events: Int16(POLLOUT), revents: 0),
    ]
    while poll(&watched, nfds_t(watched.count), milliseconds) < 0 {
      guard errno == EINTR else { throw WaitError.failed(call: "poll", code: errno) }
    }
    return (watched[0].revents != 0, watched[1].revents & Int16(POLLOUT) != 0)
  }
}

/// Reads what is available, at most 64 KiB. Returns nothing at the end, also at that of a terminal
/// whose other side is closed.
func readSome(_ descriptor: Int32) throws -> [UInt8] {
  var bytes = [UInt8](repeating: 0, count: 64 << 10)
  while true {
    let count = read(descriptor, &bytes, bytes.count)
    if count >= 0 { return Array(bytes[..<count]) }
    if errno == EIO { return [] }
    guard errno == EINTR else { throw WaitError.failed(call: "read", code: errno) }
  }
}
