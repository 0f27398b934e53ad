/// A lock that shells of one seller share, in this process or in others.
import Foundation

/// Held until it is let go; the system lets go of it when the process ends, however that happens.
final class FileLock: Sendable {
  private let file: Int32

  /// Waits for the lock; blocks. nil, with `errno` set, where there can be none.
  init?(path: String) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { return nil }
    }
  }

  deinit {
    // Closing lets go of the lock.
    if file >= 0 { close(file) }
  }
}
