import Digest
import Foundation

extension DiskCache {
  /// A file in the folder.
  struct File {
    let name: String
    /// The kind of the entry, or nil for a temporary file.
    let kind: String?
    let bytes: Int
    /// In milliseconds since 1970.
    let lastUse: Int64
  }

  /// The accuracy of the last use. Reads within this time do not write to the disk.
  private static let useMilliseconds: Int64 = 60_000
  private static let temporaryPrefix = ".new-"
  /// The kind of keys that do not start with a word in lowercase letters.
  private static let defaultKind = "other"

  /// The kind and 64 hexadecimal digits, as in `picture-9f86…`.
  ///
  /// The kind is part of the name so that counting by kind does not read any file.
  func fileName(of key: String) -> String {
    let word = key.prefix { $0 != " " }
    let kind = Self.isKind(word) ? String(word) : Self.defaultKind
    return "\(kind)-\(Digest.hex(Digest.sha256(key)))"
  }

  private static func isKind(_ word: Substring) -> Bool {
    (1...16).contains(word.utf8.count)
      && word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// The kind of an entry, or nil if the name is not that of an entry.
  private static func kind(ofFile name: String) -> String? {
    guard let dash = name.utf8.firstIndex(of: UInt8(ascii: "-")), isKind(name[..<dash]),
      case let hash = name.utf8[dash...].dropFirst(), hash.count == 2 * Digest.byteCount,
      hash.allSatisfy({
        (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0)
          || (UInt8(ascii: "a")...UInt8(ascii: "f")).contains($0)
      })
    else { return nil }
    return String(name[..<dash])
  }

  /// The first `limit` bytes of a file; nil if it cannot be read or is not trusted.
  ///
  /// Counts as a use.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    // Opening a pipe without O_NONBLOCK would wait for a writer.
    let file = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG, Self.isTrusted(status)
    else { return nil }
    let size = min(Int(status.st_size), limit)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Foundation.read(file, start + count, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    let now = now()
    // A last use in the future comes from a wrong clock and is corrected, too.
    if abs(now - Self.lastUse(status)) > Self.useMilliseconds {
      Self.setLastUse(of: file, to: now)
    }
    return bytes
  }

  /// Whether only this user can have written the file.
  ///
  /// The digests in a file detect damage, but not a forged file.
  private static func isTrusted(_ status: stat) -> Bool {
    status.st_uid == geteuid() && status.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Replaces a file atomically and returns whether that succeeded.
  func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard makeFolder() else { return false }
    // mkstemp creates the file with mode 0600 under a name that no other process uses.
    var temporary = Array("\(path)/\(Self.temporaryPrefix)XXXXXX".utf8CString)
    let file = mkstemp(&temporary)
    guard file >= 0 else { return false }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let isComplete = bytes.withUnsafeBytes { bytes in
      var rest = bytes[...]
      while !rest.isEmpty {
        let count = Foundation.write(
          file, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno == EINTR { continue }
        guard count > 0 else { return false }
        rest = rest.dropFirst(count)
      }
      return true
    }
    Self.setLastUse(of: file, to: now())
    close(file)
    guard isComplete, rename(temporary, "\(path)/\(name)") == 0 else {
      unlink(temporary)
      return false
    }
    return true
  }

  @discardableResult
  func remove(_ file: File) -> Bool { unlink("\(path)/\(file.name)") == 0 }

  private func makeFolder() -> Bool {
    (try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]))
      != nil
  }

  /// All entries and temporary files in the folder, possibly tens of thousands.
  func files() -> [File] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var files: [File] = []
    while let item = readdir(folder) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let kind = Self.kind(ofFile: name)
      var status = stat()
      guard kind != nil || name.hasPrefix(Self.temporaryPrefix),
        fstatat(dirfd(folder), name, &status, AT_SYMLINK_NOFOLLOW) == 0,
        status.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append(
        File(name: name, kind: kind, bytes: Int(status.st_size), lastUse: Self.lastUse(status)))
    }
    return files
  }

  private static func lastUse(_ status: stat) -> Int64 {
    #if canImport(Darwin)
      let time = status.st_mtimespec
    #else
      let time = status.st_mtim
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func setLastUse(of file: Int32, to milliseconds: Int64) {
    let time = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    futimens(file, [time, time])
  }
}
