/// What is kept on disk to save time, shared by all shells of a seller.
import Digest
import Foundation
import Synchronization

/// A folder of files that may be deleted at any time.
///
/// 1. A file is written beside and renamed, so that a half one has no name that is looked up; and
///    what is read is checked against its own digests, which a power cut cannot fake.
/// 2. There is no index that could be wrong: a file's name is the kind and the hash of its key, its
///    time of change is its last use.
/// 3. All files together take at most `byteLimit`, give or take what was written since they were
///    last counted, which is seldom more than an eighth of it. What was used longest ago goes
///    first, down to half of it.
/// 4. Nobody waits for anybody: two that make room at once delete the same files.
/// 5. Trouble with the disk is never an error: nothing is kept then.
/// 6. A file whose name is none of ours is somebody's: it is neither counted nor deleted.
public final class DiskCache: Sendable {
  public let path: String
  /// 0 keeps and finds nothing.
  public let byteLimit: Int
  /// The current time in milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// Bytes written from here since the files were last counted from here.
  private let uncounted = Mutex(0)

  /// A file that was being written so long ago will not be renamed any more.
  private static let abandonedMilliseconds: Int64 = 3_600_000
  /// Longer ones than pictures and lists make are none of ours.
  private static let longest = 64_000_000

  /// - Parameters:
  ///   - path: of the folder, which is made with mode 0700 when something is first kept.
  ///   - byteLimit: of all files together.
  ///   - now: The current time in milliseconds since 1970.
  public init(path: String, byteLimit: Int, now: @escaping @Sendable () -> Int64) {
    self.path = path
    self.byteLimit = byteLimit
    self.now = now
  }

  /// The bytes that a file may have: one that is kept is not the one that then has to go.
  private var fileLimit: Int { min(byteLimit / 2, Self.longest) }

  /// The entry under `key`, which counts as a use. Blocks.
  public func entry(_ key: String) -> CacheEntry? {
    guard let bytes = read(fileName(of: key), limit: fileLimit),
      let entry = CacheEntry(file: bytes), entry.header.key == key
    else { return nil }
    return entry
  }

  /// The same without the bytes, which are not even read. Blocks.
  public func header(_ key: String) -> CacheEntry.Header? {
    guard let bytes = read(fileName(of: key), limit: min(fileLimit, CacheEntry.headerLimit)),
      let header = CacheEntry.header(of: bytes)?.header, header.key == key
    else { return nil }
    return header
  }

  /// Keeps an entry in place of any before it. Blocks.
  public func store(_ entry: CacheEntry) {
    guard let file = entry.file, file.count <= fileLimit,
      write(file, to: fileName(of: entry.header.key))
    else { return }
    let written = uncounted.withLock { uncounted in
      uncounted += file.count
      return uncounted
    }
    if written > byteLimit / 8 || isDrawn(file) { evict() }
  }

  /// Deletes the entry under `key`, if there is one. Blocks.
  public func remove(_ key: String) { unlink("\(path)/\(fileName(of: key))") }

  /// Whether this is the file after which the files are counted. Most shells write little and end,
  /// and counting ten thousand files would take them longer than all else; so it is drawn by lot,
  /// with the hash of what was written: once for each 32nd of the limit, whoever writes it.
  private func isDrawn(_ file: [UInt8]) -> Bool {
    let hash = Digest.sha256(file.prefix(CacheEntry.headerLimit))
    let lot = hash.prefix(6).reduce(0) { $0 << 8 | Int($1) }
    return lot % max(1, byteLimit / 32) < file.count
  }

  /// Brings all files below the limit where they are above it. Blocks.
  public func evict() {
    let now = now()
    let all = files()
    for file in all
    where file.kind == nil && now - file.lastUse > Self.abandonedMilliseconds {
      remove(file)
    }
    var kept = all.filter { $0.kind != nil }
    var sum = kept.reduce(0) { $0 + $1.bytes }
    if sum > byteLimit {
      kept.sort { $0.lastUse < $1.lastUse }
      for file in kept {
        guard sum > byteLimit / 2 else { break }
        remove(file)
        sum -= file.bytes
      }
    }
    uncounted.withLock { $0 = 0 }
  }

  /// How much there is. Blocks.
  public func usage() -> CacheUsage { CacheUsage(files()) }

  /// Deletes everything and tells how much that was. Blocks.
  @discardableResult
  public func clear() -> CacheUsage { CacheUsage(files().filter(remove)) }
}

extension CacheUsage {
  /// Of the files that were written to their end.
  fileprivate init(_ files: [DiskCache.File]) {
    for file in files {
      if let kind = file.kind { add(kind, bytes: file.bytes) }
    }
  }
}
