/// Small JSON files that only their owner may read, replaced as a whole.
import Foundation
import MarketWire
import OpenMarketClient

/// What is wrong with a file of ours.
public struct FileProblem: Error, Hashable, Sendable {
  public enum Reason: Hashable, Sendable {
    case unreadable(String)
    case unwritable(String)
    /// It is not what we write there.
    case damaged(String)
  }

  public let path: String
  public let reason: Reason
}

/// A file that is written beside, given mode 0600 and renamed over the old one, so that a half one
/// is never read.
struct PrivateFile {
  let path: String

  /// The value in the file; nil where there is no file.
  func read() throws(FileProblem) -> JSON? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileProblem(path: path, reason: .unreadable(error.localizedDescription))
    }
    do throws(JSONError) {
      return try JSON(parsing: Array(data))
    } catch {
      throw FileProblem(path: path, reason: .damaged("it is not JSON at byte \(error.offset)"))
    }
  }

  /// Does something while no other shell does something with this file: reading it and replacing
  /// it are one step then, and no change is lost. The lock is a file beside it, since the file
  /// itself is another one after each change.
  func locked<R>(_ body: () throws(FileProblem) -> R) throws(FileProblem) -> R {
    let lock = try lock()
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Waits, blocking, until no other shell has the lock of this file.
  private func lock() throws(FileProblem) -> FileLock {
    try makeFolder()
    guard let lock = FileLock(path: "\(path).lock") else { throw cannotLock(errno) }
    return lock
  }

  /// Waits for the lock of this file without blocking, until it is there or the task is cancelled.
  func lock(_ time: AnyClock) async throws -> FileLock {
    try makeFolder()
    while true {
      if let lock = FileLock(path: "\(path).lock", waits: false) { return lock }
      let code = errno
      guard code == EWOULDBLOCK else { throw cannotLock(code) }
      try await time.sleep(.milliseconds(20))
    }
  }

  private func cannotLock(_ code: Int32) -> FileProblem {
    FileProblem(path: path, reason: .unwritable(String(cString: strerror(code))))
  }

  /// Makes the file's folder with mode 0700 where there is none.
  private func makeFolder() throws(FileProblem) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileProblem(path: path, reason: .unwritable(error.localizedDescription))
    }
  }

  /// Replaces the file.
  func write(_ value: JSON) throws(FileProblem) {
    try write(bytes: value.bytes(indented: true) + [10])
  }

  /// Replaces the file by any bytes.
  ///
  /// - Parameter isDurable: whether they survive a power cut, which takes milliseconds.
  func write(bytes: [UInt8], isDurable: Bool = true) throws(FileProblem) {
    try makeFolder()
    let beside = "\(path).\(ProcessInfo.processInfo.processIdentifier)"
    let code = Self.replace(path, beside: beside, with: bytes, isDurable)
    guard code == 0 else {
      unlink(beside)
      throw FileProblem(path: path, reason: .unwritable(String(cString: strerror(code))))
    }
  }

  /// Writes, syncs and renames, and makes the new name durable too; answers 0 or the `errno` of
  /// what failed.
  private static func replace(
    _ path: String, beside: String, with bytes: [UInt8], _ isDurable: Bool
  ) -> Int32 {
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    // A file of that name may have been left behind, open to others.
    guard fchmod(file, 0o600) == 0 else { return errno }
    do {
      try handle.write(contentsOf: bytes)
      if isDurable { try handle.synchronize() }
    } catch {
      return errno == 0 ? EIO : errno
    }
    guard rename(beside, path) == 0 else { return errno }
    if isDurable { syncFolder(of: path) }
    return 0
  }

  /// Makes the names in the folder of `path` survive a power cut. The file is replaced already, so
  /// that a file system cannot do this is no failure to tell.
  private static func syncFolder(of path: String) {
    let name = URL(filePath: path).deletingLastPathComponent().path
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }
}
