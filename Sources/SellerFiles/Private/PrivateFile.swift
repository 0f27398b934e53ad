package import Base
import Foundation
package import MarketWire
import Messages

/// A file that only its owner can access, replaced atomically.
///
/// 1. A new version is written next to the file with mode 0600 and renamed over it, so readers never
///    see a partial file.
/// 2. A symbolic link stays: the file that it names is replaced, or the write is refused.
/// 3. Because a rename replaces the file itself, the lock is a second file, `PATH.lock`.
package struct PrivateFile: Sendable {
  package let path: String
  /// Whether the file may be a symbolic link, as a file of settings in a folder of its own often is.
  private let mayBeLink: Bool

  package init(path: String, mayBeLink: Bool = true) {
    self.path = path
    self.mayBeLink = mayBeLink
  }

  /// Returns the JSON value in the file, or nil if the file does not exist.
  package func read() throws(FileError) -> JSON? {
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileError(path: path, reason: .unreadable("\(error.localizedDescription)"))
    }
    do throws(JSONError) {
      return try JSON(parsing: Array(data))
    } catch {
      throw FileError(path: path, reason: .damaged("it is not JSON at byte \(error.offset)"))
    }
  }

  /// Runs `body` while this process holds the lock of the file. Blocks.
  ///
  /// Reading and replacing the file inside `body` is one step for everything else that uses the
  /// lock, so no change is lost.
  package func withLock<R>(_ body: () throws(FileError) -> R) throws(FileError) -> R {
    try makeFolder()
    guard let lock = FileLock(path: "\(path).lock") else { throw lockError(errno) }
    defer { withExtendedLifetime(lock) {} }
    return try body()
  }

  /// Acquires the lock of the file without blocking a thread.
  ///
  /// - Parameter sleep: Waits between two attempts, and throws when the task is cancelled.
  package func acquireLock(
    sleep: (Duration) async throws -> Void
  ) async throws -> FileLock {
    try makeFolder()
    while true {
      if let lock = FileLock(path: "\(path).lock", blocks: false) { return lock }
      let code = errno
      guard code == EWOULDBLOCK else { throw lockError(code) }
      try await sleep(.milliseconds(20))
    }
  }

  /// Replaces the file with an indented JSON text.
  package func write(_ value: JSON) throws(FileError) {
    try write(bytes: value.bytes(indented: true) + [10])
  }

  /// Replaces the content of the file.
  ///
  /// - Parameter isDurable: Whether the content survives a power failure, which costs milliseconds.
  package func write(bytes: [UInt8], isDurable: Bool = true) throws(FileError) {
    try makeFolder()
    let target = Self.target(of: path)
    guard target == path || mayBeLink else {
      throw FileError(path: path, reason: .unwritable("it is a symbolic link"))
    }
    let temporary = "\(target).\(ProcessInfo.processInfo.processIdentifier)"
    let code = Self.replace(target, temporary: temporary, with: bytes, isDurable)
    guard code == 0 else {
      unlink(temporary)
      throw FileError(path: path, reason: .unwritable("\(String(cString: strerror(code)))"))
    }
  }
}

extension PrivateFile {
  private func lockError(_ code: Int32) -> FileError {
    FileError(path: path, reason: .unwritable("\(String(cString: strerror(code)))"))
  }

  /// Creates the folder of the file with mode 0700 if it does not exist.
  private func makeFolder() throws(FileError) {
    let folder = URL(filePath: path).deletingLastPathComponent().path
    do {
      try FileManager.default.createDirectory(
        atPath: folder, withIntermediateDirectories: true,
        attributes: [.posixPermissions: 0o700])
    } catch {
      throw FileError(path: path, reason: .unwritable("\(error.localizedDescription)"))
    }
  }

  /// The file that a symbolic link names, which need not exist; `path` itself if it is no link.
  private static func target(of path: String) -> String {
    var target = path
    for _ in 0..<40 {
      guard let link = try? FileManager.default.destinationOfSymbolicLink(atPath: target) else {
        break
      }
      target =
        URL(filePath: link, relativeTo: URL(filePath: target).deletingLastPathComponent()).path
    }
    return target
  }

  /// Writes the temporary file and renames it to `path`.
  ///
  /// Returns 0, or the `errno` of the call that failed.
  private static func replace(
    _ path: String, temporary: String, with bytes: [UInt8], _ isDurable: Bool
  ) -> Int32 {
    let file = open(temporary, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
    guard file >= 0 else { return errno }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    // A file with this name may be left from an earlier process, with other permissions.
    guard fchmod(file, 0o600) == 0 else { return errno }
    do {
      try handle.write(contentsOf: bytes)
      if isDurable { try handle.synchronize() }
    } catch {
      return errno == 0 ? EIO : errno
    }
    guard rename(temporary, path) == 0 else { return errno }
    if isDurable { syncFolder(of: path) }
    return 0
  }

  /// Makes a rename in the folder of `path` durable.
  ///
  /// Errors are ignored: the file is already replaced, and some file systems cannot sync a folder.
  private static func syncFolder(of path: String) {
    let name = URL(filePath: path).deletingLastPathComponent().path
    let folder = open(name, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard folder >= 0 else { return }
    _ = fsync(folder)
    close(folder)
  }
}
