/// What is kept of markets on disk, shared by all shells of a seller.
import Digest
import Foundation
import MarketWire
import Synchronization

/// A folder of files that may be deleted at any time.
///
/// 1. A file is written beside and renamed, so that a half one has no name that is looked up; and
///    what is read is checked against its own digest, which a power cut cannot fake.
/// 2. There is no index that could be wrong: a file's name is the hash of its key, its time of
///    change is its last use.
/// 3. All files together take at most `byteLimit`, give or take what was written since they were
///    last counted. What was used longest ago goes first, down to half of it.
/// 4. Trouble with the disk is never an error: nothing is kept then.
final class CacheFolder: Sendable {
  private struct State {
    /// Bytes written since the files were last counted; nil before the first time.
    var uncounted: Int?
    var names = 0
  }

  let path: String
  let byteLimit: Int
  private let now: @Sendable () -> WireDate
  private let state = Mutex(State())

  /// A use is noted when the last one is so long ago, so that reading seldom writes.
  private static let useMilliseconds: Int64 = 60_000
  /// A file that was being written so long ago will not be renamed any more.
  private static let abandonedMilliseconds: Int64 = 3_600_000
  private static let beside = "new-"

  init(path: String, byteLimit: Int, now: @escaping @Sendable () -> WireDate) {
    self.path = path
    self.byteLimit = byteLimit
    self.now = now
  }

  /// The entry under `key`, which counts as a use. Blocks.
  func entry(_ key: String) -> CacheEntry? {
    guard let bytes = read(key, limit: nil), let entry = CacheEntry(file: bytes),
      entry.head.key == key
    else { return nil }
    return entry
  }

  /// The same without the bytes, which are not even read. Blocks.
  func head(_ key: String) -> CacheEntry.Head? {
    guard let bytes = read(key, limit: CacheEntry.headLimit),
      let head = CacheEntry.head(of: bytes)?.head, head.key == key
    else { return nil }
    return head
  }

  /// Keeps an entry in place of any before it. Blocks.
  func keep(_ entry: CacheEntry) {
    guard !entry.head.key.contains("\n"), entry.head.tag?.contains("\n") != true else { return }
    let file = entry.file
    guard file.count <= byteLimit / 4, write(file, to: name(of: entry.head.key)) else { return }
    let isDue = state.withLock { state in
      let sum = state.uncounted.map { $0 + file.count }
      state.uncounted = sum ?? 0
      return sum.map { $0 > byteLimit / 8 } ?? true
    }
    if isDue { shrink() }
  }

  /// How many files there are, and their bytes. Blocks.
  func tally() -> (files: Int, bytes: Int) {
    let files = files()
    return (files.count, files.reduce(0) { $0 + $1.bytes })
  }

  /// Deletes everything and tells how much that was. Blocks.
  func clear() -> (files: Int, bytes: Int) {
    let lock = lock(waits: true)
    defer { withExtendedLifetime(lock) {} }
    var sum = (files: 0, bytes: 0)
    for file in files(withUnfinished: true) where unlink("\(path)/\(file.name)") == 0 {
      sum = (sum.files + 1, sum.bytes + file.bytes)
    }
    return sum
  }

  private func name(of key: String) -> String { Digest.hex(Digest.sha256(key)) }
}

// Files.
extension CacheFolder {
  private struct File {
    let name: String
    let bytes: Int
    /// Milliseconds since 1970.
    let lastUse: Int64
  }

  private func read(_ key: String, limit: Int?) -> [UInt8]? {
    let file = open("\(path)/\(name(of: key))", O_RDONLY | O_NOFOLLOW | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    var facts = stat()
    guard fstat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let size = min(Int(facts.st_size), limit ?? byteLimit)
    let bytes = [UInt8](unsafeUninitializedCapacity: size) { buffer, count in
      while count < size, let start = buffer.baseAddress {
        let got = Foundation.read(file, start + count, size - count)
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { return }
        count += got
      }
    }
    let now = now().milliseconds
    if now - Self.milliseconds(facts) > Self.useMilliseconds { Self.note(use: now, of: file) }
    return bytes
  }

  private func write(_ bytes: [UInt8], to name: String) -> Bool {
    guard makeFolder() else { return false }
    let number = state.withLock { state in
      state.names += 1
      return state.names
    }
    let process = ProcessInfo.processInfo.processIdentifier
    let beside = "\(path)/\(Self.beside)\(process)-\(number)"
    let file = open(beside, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return false }
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
    Self.note(use: now().milliseconds, of: file)
    close(file)
    guard isWhole, rename(beside, "\(path)/\(name)") == 0 else {
      unlink(beside)
      return false
    }
    return true
  }

  private func makeFolder() -> Bool {
    (try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700]))
      != nil
  }

  private func lock(waits: Bool) -> FileLock? {
    guard makeFolder() else { return nil }
    return FileLock(path: "\(path).lock", waits: waits)
  }

  /// Brings all files below the limit, unless another shell is about it.
  private func shrink() {
    guard let lock = lock(waits: false) else { return }
    defer { withExtendedLifetime(lock) {} }
    let now = now().milliseconds
    for file in files(withUnfinished: true)
    where file.name.hasPrefix(Self.beside) && now - file.lastUse > Self.abandonedMilliseconds {
      unlink("\(path)/\(file.name)")
    }
    var files = files()
    var sum = files.reduce(0) { $0 + $1.bytes }
    if sum > byteLimit {
      files.sort { $0.lastUse < $1.lastUse }
      for file in files {
        guard sum > byteLimit / 2 else { break }
        unlink("\(path)/\(file.name)")
        sum -= file.bytes
      }
    }
    state.withLock { $0.uncounted = 0 }
  }

  private func files(withUnfinished: Bool = false) -> [File] {
    guard let names = try? FileManager.default.contentsOfDirectory(atPath: path) else { return [] }
    return names.compactMap { name in
      var facts = stat()
      guard withUnfinished || !name.hasPrefix(Self.beside),
        lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG
      else { return nil }
      return File(name: name, bytes: Int(facts.st_size), lastUse: Self.milliseconds(facts))
    }
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
