import Foundation

/// An advisory lock (`flock`) that threads and processes of one user share.
///
/// It is held for the lifetime of the value. The system releases it when the process ends.
package final class FileLock: Sendable {
  private let file: Int32

  /// Acquires the lock, and creates the lock file if there is none.
  ///
  /// Returns nil and leaves the reason in `errno` if the lock cannot be acquired.
  ///
  /// - Parameter blocks: Whether to block until other holders have released the lock. If false and
  ///   the lock is taken, the result is nil and `errno` is `EWOULDBLOCK`.
  package init?(path: String, blocks: Bool = true) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, blocks ? LOCK_EX : LOCK_EX | LOCK_NB) != 0 {
      guard errno == EINTR else { return nil }
    }
  }

  deinit {
    // Closing the file releases the lock.
    if file >= 0 { close(file) }
  }
}
