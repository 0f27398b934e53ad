import Base
import Foundation
import Synchronization

/// A lock on a market's folder: exclusive while leftover files are removed, then shared.
///
/// The system releases it when the process ends.
final class FolderLock: Sendable {
  private let file: Mutex<Int32>
  /// Whether the lock was exclusive at first, because no other service had the market open.
  let isExclusive: Bool

  /// Takes the lock; waits while another service holds it exclusively.
  init(path: String) throws(FileError) {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw .last("open") }
    isExclusive = flock(file, LOCK_EX | LOCK_NB) == 0
    if !isExclusive {
      while flock(file, LOCK_SH) != 0 {
        guard errno == EINTR else {
          let failure = FileError.last("flock")
          close(file)
          throw failure
        }
      }
    }
    self.file = Mutex(file)
  }

  deinit { release() }

  /// Turns an exclusive lock into a shared one, so that others can open the market.
  func share() {
    file.withLock { _ = flock($0, LOCK_SH) }
  }

  func release() {
    file.withLock { file in
      if file >= 0 { FileLock.release(file) }
      file = -1
    }
  }
}
