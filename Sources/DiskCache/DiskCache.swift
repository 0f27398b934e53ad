import Digest
import Foundation
import Synchronization

/// A size-limited cache folder that several processes share.
///
/// 1. A file is written under a temporary name and then renamed, so readers never see half a file.
///    Digests inside the file detect damage, for example after a power cut.
/// 2. There is no index. A file's name is the kind and the hash of its key, its modification date
///    is the last use.
/// 3. The total size stays below `byteLimit`, except for what was written since the files were last
///    counted (usually less than an eighth of the limit). Above the limit, the least recently used
///    files are deleted until half of it is free.
/// 4. Processes never wait for each other. Two that evict at the same time delete the same files.
/// 5. I/O errors are never thrown: a failed read is a cache miss, a failed write stores nothing.
/// 6. Files with other names are not the cache's. They are neither counted nor deleted.
public final class DiskCache: Sendable {
  /// The path of the folder.
  public let path: String
  /// The limit for all files together; 0 disables the cache.
  public let byteLimit: Int
  /// The current time in milliseconds since 1970.
  let now: @Sendable () -> Int64
  /// Bytes written by this object since it last counted the files.
  private let uncounted = Mutex(0)

  /// The age in milliseconds at which a temporary file counts as left over by a killed process.
  private static let abandonedMilliseconds: Int64 = 3_600_000
  /// The maximum size of a file. Images and lists are far smaller.
  private static let maxFileBytes = 64_000_000

  /// Creates a cache; the folder is created with mode 0700 when the first entry is stored.
  ///
  /// - Parameters:
  ///   - path: The path of the folder.
  ///   - byteLimit: The limit for all files together; 0 disables the cache.
  ///   - now: The current time in milliseconds since 1970.
  public init(path: String, byteLimit: Int, now: @escaping @Sendable () -> Int64) {
    self.path = path
    self.byteLimit = byteLimit
    self.now = now
  }

  /// The maximum size of a file. Half of the cache, because eviction frees only half: a new file
  /// must not be evicted at once.
  private var fileLimit: Int { min(byteLimit / 2, Self.maxFileBytes) }

  /// The entry for `key`; reading it counts as a use. Blocks.
  public func entry(_ key: String) -> CacheEntry? {
    guard let bytes = read(fileName(of: key), limit: fileLimit),
      let entry = CacheEntry(file: bytes), entry.header.key == key
    else { return nil }
    return entry
  }

  /// The header of the entry for `key`, without reading the bytes after it.
  ///
  /// Counts as a use. Blocks.
  public func header(_ key: String) -> CacheEntry.Header? {
    guard let bytes = read(fileName(of: key), limit: min(fileLimit, CacheEntry.headerLimit)),
      let header = CacheEntry.header(of: bytes)?.header, header.key == key
    else { return nil }
    return header
  }

  /// Stores an entry, replacing the one with the same key. Blocks.
  public func store(_ entry: CacheEntry) {
    guard let file = entry.file, file.count <= fileLimit,
      write(file, to: fileName(of: entry.header.key))
    else { return }
    let written = uncounted.withLock { uncounted in
      uncounted += file.count
      return uncounted
    }
    if written > byteLimit / 8 || isSampled(file) { evict() }
  }

  /// Deletes the entry for `key`, if there is one. Blocks.
  public func remove(_ key: String) { unlink("\(path)/\(fileName(of: key))") }

  /// Deletes the entries of a kind whose keys begin with `prefix`. Blocks.
  ///
  /// Reads the header of every entry of this kind.
  public func remove(_ kind: String, keysBeginningWith prefix: String) {
    for file in files() where file.kind == kind {
      guard let bytes = read(file.name, limit: CacheEntry.headerLimit),
        let header = CacheEntry.header(of: bytes)?.header, header.key.hasPrefix(prefix)
      else { continue }
      remove(file)
    }
  }

  /// Whether to count all files after writing this one.
  ///
  /// Most processes write little and exit, so none of them alone would notice that the cache is too
  /// large, and counting ten thousand files on each write would be slow. The hash of the content
  /// therefore selects files at random, about one for each 32nd of the limit that is written.
  private func isSampled(_ file: [UInt8]) -> Bool {
    let hash = Digest.sha256(file.prefix(CacheEntry.headerLimit))
    let number = hash.prefix(6).reduce(0) { $0 << 8 | Int($1) }
    return number % max(1, byteLimit / 32) < file.count
  }

  /// Deletes the least recently used files if the cache exceeds its limit. Blocks.
  ///
  /// Also deletes temporary files that killed processes left behind.
  public func evict() {
    let now = now()
    let all = files()
    for file in all
    where file.kind == nil && now - file.lastUse > Self.abandonedMilliseconds {
      remove(file)
    }
    var entries = all.filter { $0.kind != nil }
    var total = entries.reduce(0) { $0 + $1.bytes }
    if total > byteLimit {
      entries.sort { $0.lastUse < $1.lastUse }
      for file in entries {
        guard total > byteLimit / 2 else { break }
        remove(file)
        total -= file.bytes
      }
    }
    uncounted.withLock { $0 = 0 }
  }

  /// The number and size of all entries. Blocks.
  public func usage() -> CacheUsage { CacheUsage(files()) }

  /// Deletes everything and returns the number and size of the deleted entries. Blocks.
  @discardableResult
  public func clear() -> CacheUsage { CacheUsage(files().filter(remove)) }
}

extension CacheUsage {
  /// Counts entries and ignores temporary files.
  fileprivate init(_ files: [DiskCache.File]) {
    for file in files {
      if let kind = file.kind { add(kind, bytes: file.bytes) }
    }
  }
}
