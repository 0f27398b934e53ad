import Foundation
import Messages

/// The history file, which several shells share.
///
/// 1. Every change happens while the lock of the file is held.
/// 2. A record is appended with one write, so a reader never sees parts of two records mixed.
/// 3. A line that a power failure cut off is terminated before the next record is appended.
/// 4. The file may be replaced between two changes, so each change opens it again.
struct HistoryStore: Sendable {
  let path: String
  let limits: HistoryLimits

  struct Contents: Sendable {
    var entries: [HistoryEntry] = []
    /// The size of the file, of which only the last part may have been read.
    var byteCount = 0
    /// The lines that are no records.
    var unreadableCount = 0
  }

  /// Returns the newest entries, or nothing if there is no file.
  func read() throws(FileError) -> Contents {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      if errno == ENOENT { return Contents() }
      throw unreadable(errno)
    }
    defer { close(file) }
    let size = try checkedSize(of: file)
    let bytes = try lastLines(of: file, size: size, limit: limits.bytes)
    let (entries, unreadable) = HistoryReader.entries(in: bytes)
    return Contents(entries: entries, byteCount: size, unreadableCount: unreadable)
  }

  /// Appends a record, which may use the next free number. Returns the new file size in bytes.
  func append(_ makeRecord: (_ nextNumber: Int) -> HistoryRecord) throws(FileError) -> Int {
    try PrivateFile(path: path).withLock { () throws(FileError) in
      let file = open(path, O_RDWR | O_CREAT | O_APPEND | O_NONBLOCK | O_CLOEXEC, 0o600)
      guard file >= 0 else { throw unwritable(errno) }
      defer { close(file) }
      let size = try checkedSize(of: file)
      _ = fchmod(file, 0o600)
      // The last record is usually short. More is read only if it is not.
      var end: [UInt8] = []
      var lastNumber: Int?
      for limit in [8192, 2 * limits.lineBytes + 8192, limits.bytes] {
        end = try lastLines(of: file, size: size, limit: limit)
        lastNumber = HistoryReader.lastNumber(in: end)
        if lastNumber != nil || limit >= size { break }
      }
      let isCutOff = end.last.map { $0 != 10 } ?? (size > 0)
      let bytes = (isCutOff ? [10] : []) + makeRecord((lastNumber ?? 0) + 1).bytes
      try write(bytes, to: file)
      return size + bytes.count
    }
  }

  /// Replaces the file with the newest of the entries that `isKept` accepts, within the limits.
  func rewrite(keeping isKept: (HistoryEntry) -> Bool) throws(FileError) {
    try PrivateFile(path: path).withLock { () throws(FileError) in
      let entries = try read().entries.filter(isKept).suffix(limits.entries)
      var records = entries.map { Self.bytes(of: $0) }[...]
      var total = records.reduce(0) { $0 + $1.count }
      // A quarter of the limit is left free, so that the next lines do not cause a rewrite again.
      while total > limits.bytes / 4 * 3, let first = records.popFirst() { total -= first.count }
      try PrivateFile(path: path).write(bytes: Array(records.joined()))
    }
  }

  private static func bytes(of entry: HistoryEntry) -> [UInt8] {
    let outcome = entry.outcome.map { HistoryRecord.finished($0, of: entry).bytes } ?? []
    return HistoryRecord.entered(entry).bytes + outcome
  }
}

extension HistoryStore {
  private func write(_ bytes: [UInt8], to file: Int32) throws(FileError) {
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

  /// Returns the size of the file, which must be a regular file of this user.
  private func checkedSize(of file: Int32) throws(FileError) -> Int {
    var facts = stat()
    guard fstat(file, &facts) == 0 else { throw unreadable(errno) }
    guard facts.st_mode & S_IFMT == S_IFREG else {
      throw FileError(path: path, reason: .unreadable("it is not a regular file"))
    }
    guard facts.st_uid == geteuid() else {
      throw FileError(path: path, reason: .unreadable("it belongs to another user"))
    }
    return Int(facts.st_size)
  }

  /// Reads at most `limit` bytes from the end of the file, and drops a line that starts before them.
  private func lastLines(of file: Int32, size: Int, limit: Int) throws(FileError) -> [UInt8] {
    let start = max(0, size - limit)
    var failure: Int32 = 0
    let bytes = [UInt8](unsafeUninitializedCapacity: size - start) { buffer, count in
      while count < size - start, let base = buffer.baseAddress {
        let received = pread(file, base + count, size - start - count, off_t(start + count))
        if received < 0, errno == EINTR { continue }
        if received < 0 { failure = errno }
        guard received > 0 else { return }
        count += received
      }
    }
    guard failure == 0 else { throw unreadable(failure) }
    guard start > 0 else { return bytes }
    return bytes.firstIndex(of: 10).map { Array(bytes[($0 + 1)...]) } ?? []
  }

  private func unreadable(_ code: Int32) -> FileError {
    FileError(path: path, reason: .unreadable("\(String(cString: strerror(code)))"))
  }

  private func unwritable(_ code: Int32) -> FileError {
    FileError(path: path, reason: .unwritable("\(String(cString: strerror(code)))"))
  }
}
