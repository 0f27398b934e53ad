/// The files of the cache: their names, how they are read, written and listed.
import Digest
import Foundation

extension DiskCache {
  struct File {
    let name: String
    /// nil for one that is being written, or was when a shell was killed.
    let kind: String?
    let bytes: Int
    /// Milliseconds since 1970.
    let lastUse: Int64
  }

  /// A use is noted when the last one is so long ago, so that reading seldom writes.
  private static let useMilliseconds: Int64 = 60_000
  private static let beside = ".new-"
  /// The kind of keys that begin with no word in small letters.
  private static let unnamed = "other"

  /// `picture-` and 64 hexadecimal digits, so that counting kinds needs no reading.
  func fileName(of key: String) -> String {
    let word = key.prefix { $0 != " " }
    let kind = Self.isKind(word) ? String(word) : Self.unnamed
    return "\(kind)-\(Digest.hex(Digest.sha256(key)))"
  }

  private static func isKind(_ word: Substring) -> Bool {
    (1...16).contains(word.utf8.count)
      && word.utf8.allSatisfy { (UInt8(ascii: "a")...UInt8(ascii: "z")).contains($0) }
  }

  /// The kind of a kept file; nil for any other.
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

  /// The first bytes of a file, which counts as a use.
  func read(_ name: String, limit: Int) -> [UInt8]? {
    // Opening a pipe without O_NONBLOCK would wait for somebody to write to it.
    let file = open("\(path)/\(name)", O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG, Self.isOurs(facts) else {
      return nil
    }
    let size = min(Int(facts.st_size), limit)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Foundation.read(file, start + count, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    let now = now()
    // A last use in the future is another clock's.
    if abs(now - Self.milliseconds(facts)) > Self.useMilliseconds { Self.note(use: now, of: file) }
    return bytes
  }

  /// Whether nobody else can have written it, wherever the folder leads to: the digests in a file
  /// tell damage, not another writer.
  private static func isOurs(_ facts: stat) -> Bool {
    facts.st_uid == geteuid() && facts.st_mode & (S_IWGRP | S_IWOTH) == 0
  }

  /// Whether the file is there now, whole.
  func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard makeFolder() else { return false }
    // Made with mode 0600, under a name that no other shell has, wherever it runs.
    var beside = Array("\(path)/\(Self.beside)XXXXXX".utf8CString)
    let file = mkstemp(&beside)
    guard file >= 0 else { return false }
    _ = fcntl(file, F_SETFD, FD_CLOEXEC)
    let isWhole = bytes.withUnsafeBytes { bytes in
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
    Self.note(use: now(), of: file)
    close(file)
    guard isWhole, rename(beside, "\(path)/\(name)") == 0 else {
      unlink(beside)
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

  /// All files that are ours. There may be ten thousands.
  func files() -> [File] {
    guard let folder = opendir(path) else { return [] }
    defer { closedir(folder) }
    var files: [File] = []
    while let item = readdir(folder) {
      let name = withUnsafeBytes(of: &item.pointee.d_name) { bytes in
        String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
      }
      let kind = Self.kind(ofFile: name)
      var facts = stat()
      guard kind != nil || name.hasPrefix(Self.beside),
        fstatat(dirfd(folder), name, &facts, AT_SYMLINK_NOFOLLOW) == 0,
        facts.st_mode & S_IFMT == S_IFREG
      else { continue }
      files.append(
        File(name: name, kind: kind, bytes: Int(facts.st_size), lastUse: Self.milliseconds(facts)))
    }
    return files
  }

  private static func milliseconds(_ facts: stat) -> Int64 {
    #if canImport(Darwin)
      let time = facts.st_mtimespec
    #else
      let time = facts.st_mtim
    #endif
    return Int64(time.tv_sec) * 1000 + Int64(time.tv_nsec) / 1_000_000
  }

  private static func note(use milliseconds: Int64, of file: Int32) {
    let time = timespec(
      tv_sec: Int(milliseconds / 1000), tv_nsec: Int(milliseconds % 1000) * 1_000_000)
    futimens(file, [time, time])
  }
}
