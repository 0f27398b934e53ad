/// The file of the history as bytes on a disk that several shells share.
import Foundation

/// Reads, appends and replaces; every change under a lock beside the file.
///
/// 1. A record is appended in one write at the end of the file, so a reader never sees two mixed.
/// 2. A line cut off by a power cut is ended first, so that it damages no other.
/// 3. The file is replaced by another one only under the lock, and opened anew for each change.
struct HistoryStore: Sendable {
  let path: String
  let limits: HistoryLimits

  /// Records that could be read, with how many bytes and entries the file has.
  struct Contents: Sendable {
    var entries: [HistoryEntry] = []
    var bytes = 0
  }

  /// The newest part of the file; empty where there is none.
  func read() throws(FileProblem) -> Contents {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return Contents() }
      throw unreadable(errno)
    }
    defer { close(file) }
    let size = try checkedSize(file)
    let bytes = try tail(of: file, size: size, limit: limits.bytes)
    return Contents(entries: HistoryReader.entries(in: bytes), bytes: size)
  }

  /// Appends what `make` makes of the next free number; answers the size of the file then.
  func append(_ make: (_ next: Int) -> HistoryRecord) throws(FileProblem) -> Int {
    try PrivateFile(path: path).locked { () throws(FileProblem) in
      let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw unwritable(errno) }
      defer { close(file) }
      let size = try checkedSize(file)
      _ = fchmod(file, 0o600)
      // The last record is most often short; only behind a long one more has to be read.
      var end: [UInt8] = []
      var last: Int?
      for limit in [8192, 2 * limits.lineBytes + 8192, limits.bytes] {
        end = try tail(of: file, size: size, limit: limit)
        last = HistoryReader.lastNumber(in: end)
        if last != nil || limit >= size { break }
      }
      let isCut = end.last.map { $0 != 10 } ?? (size > 0)
      let bytes = (isCut ? [10] : []) + make((last ?? 0) + 1).bytes
      try write(bytes, to: file)
      return size + bytes.count
    }
  }

  /// Replaces the file by those of its entries that are kept, no more than the limits allow.
  func rewrite(keeping keeps: (HistoryEntry) -> Bool) throws(FileProblem) {
    try PrivateFile(path: path).locked { () throws(FileProblem) in
      var kept = try read().entries.filter(keeps).suffix(limits.entries)[...]
      var records = kept.map { Self.bytes(of: $0) }
      var total = records.reduce(0) { $0 + $1.count }
      // Room is left, so that the next lines do not have it rewritten again.
      while total > limits.bytes / 4 * 3, let first = records.first {
        total -= first.count
        records.removeFirst()
        kept.removeFirst()
      }
      try PrivateFile(path: path).write(bytes: Array(records.joined()))
    }
  }

  private static func bytes(of entry: HistoryEntry) -> [UInt8] {
    let end = entry.outcome.map { HistoryRecord.ended($0, of: entry).bytes } ?? []
    return HistoryRecord.entered(entry).bytes + end
  }

  private func write(_ bytes: [UInt8], to file: Int32) throws(FileProblem) {
    var done = 0
    while done < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        buffer.baseAddress.map { Foundation.write(file, $0 + done, buffer.count - done) } ?? 0
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw unwritable(count == 0 ? EIO : errno) }
      done += count
    }
  }

  /// The size of a file that may be used: a plain one of this user.
  private func checkedSize(_ file: Int32) throws(FileProblem) -> Int {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw unreadable(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw FileProblem(path: path, reason: .unreadable("it is not a file"))
    }
    guard facts.st_uid == geteuid() else {
      throw FileProblem(path: path, reason: .unreadable("it belongs to another user"))
    }
    return Int(facts.st_size)
  }

  /// The last bytes of the file, from the start of a line.
  private func tail(of file: Int32, size: Int, limit: Int) throws(FileProblem) -> [UInt8] {
    let start = max(0, size - limit)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size - start) { buffer, count in
      while count < size - start, let base = buffer.baseAddress {
        let got = pread(file, base + count, size - start - count, off_t(start + count))
        if got < 0, errno == EINTR { continue }
        if got < 0 { failure = errno }
        guard got > 0 else { return }
        count += got
      }
    }
    guard failure == 0 else { throw unreadable(failure) }
    guard start > 0 else { return bytes }
    return bytes.firstIndex(of: 10).map { Array(bytes[($0 + 1)...]) } ?? []
  }

  private func unreadable(_ code: Int32) -> FileProblem {
    FileProblem(path: path, reason: .unreadable(String(cString: strerror(code))))
  }

  private func unwritable(_ code: Int32) -> FileProblem {
    FileProblem(path: path, reason: .unwritable(String(cString: strerror(code))))
  }
}

/// How much history there may be.
public struct HistoryLimits: Hashable, Sendable {
  /// Entries that the file keeps when it is made smaller.
  public var entries = 10_000
  /// Bytes beyond which it is made smaller.
  public var bytes = 8_000_000
  /// Bytes of a line that is kept in the file at all.
  public var lineBytes = 65_536

  public init() {}
}
