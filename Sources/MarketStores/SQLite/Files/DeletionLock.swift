import Base
import Foundation

/// A lock that delays the deletion of pictures while a backup copies them, also between processes.
///
/// The system releases it when a process ends.
struct DeletionLock: Sendable {
  private let path: String

  init(folder: String) { path = "\(folder)/deletion.lock" }

  /// Runs `body` while no picture is deleted; waits for running deletions and
  /// for another backup.
  func whileKeepingPictures<T>(_ body: () throws -> T) throws -> T {
    guard let lock = FileLock(path: path) else { throw FileError.last("flock") }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Runs `body`, which deletes pictures; returns false without calling it during a backup.
  func delete(_ body: () -> Void) -> Bool {
    // Several deletions may run at the same time. Without a descriptor no backup can run either, but the
    // files can also be deleted later.
    guard let lock = FileLock(path: path, isShared: true, blocks: false) else { return false }
    defer { withExtendedLifetime(lock) {} }
    body()
    return true
  }
}
