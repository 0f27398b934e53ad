/// Who may clear up in a market's folder: whoever opened it while nobody else had it open.
import Foundation
import Synchronization

/// A lock on the folder, held exclusively while left-over files are swept and shared from then on.
///
/// The system lets go of it when the process ends, however it ends.
final class FolderLock: Sendable {
  private let file: Mutex<Int32>
  /// Whether nobody else has the market open at this moment.
  let isExclusive: Bool

  /// Takes the lock; waits while another opener sweeps.
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

  /// From now on others may open the market too.
  func share() {
    file.withLock { _ = flock($0, LOCK_SH) }
  }

  /// Lets go.
  func release() {
    file.withLock { file in
      if file >= 0 { close(file) }
      file = -1
    }
  }
}
