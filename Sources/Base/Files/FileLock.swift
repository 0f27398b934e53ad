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
  /// - Parameters:
  ///   - isShared: Whether others may hold the lock, too, if they share it.
  ///   - blocks: Whether to block until other holders have released the lock. If false and
  ///     the lock is taken, the result is nil and `errno` is `EWOULDBLOCK`.
  package init?(path: String, isShared: Bool = false, blocks: Bool = true) {
    file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { return nil }
    while flock(file, (isShared ? LOCK_SH : LOCK_EX) | (blocks ? 0 : LOCK_NB)) != 0 {
      guard errno == EINTR else { return nil }
    }
  }

  deinit {
    if file >= 0 { Self.release(file) }
  }

  /// Releases the lock of a file and closes it.
  ///
  /// Closing alone would leave the lock to a child process that does not run its program yet: until
  /// then it has all files of this process.
  package static func release(_ file: Int32) {
    _ = flock(file, LOCK_UN)
    close(file)
  }
}
