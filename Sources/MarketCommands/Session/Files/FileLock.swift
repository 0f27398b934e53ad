/// A lock that shells of one seller share, in this process or in others.
import Foundation

/// Held until it is let go; the system lets go of it when the process ends, however that happens.
final class FileLock: Sendable {
  private let file: Int32

  /// Takes the lock. nil, with `errno` set, where there can be none.
  ///
  /// - Parameter waits: whether to block until others let go of it; otherwise it is nil with
  ///   `EWOULDBLOCK` while they hold it.
  init?(path: String, waits: Bool = true) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, waits ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { return nil }
    }
  }

  deinit {
    // Closing lets go of the lock.
    if file >= 0 { close(file) }
  }
}
