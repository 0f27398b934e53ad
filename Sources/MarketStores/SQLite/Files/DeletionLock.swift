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
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw FileError.last("open") }
    defer { close(file) }
    while flock(file, LOCK_EX) != 0 {
      guard errno == EINTR else { throw FileError.last("flock") }
    }
    return try body()
  }

  /// Runs `body`, which deletes pictures; returns false without calling it during a backup.
  func delete(_ body: () -> Void) -> Bool {
    let file = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
    // Without a descriptor no backup can run either, but the files can also be deleted later.
    guard file >= 0 else { return false }
    defer { close(file) }
    // Several deletions may run at the same time.
    guard flock(file, LOCK_SH | LOCK_NB) == 0 else { return false }
    body()
    return true
  }
}
