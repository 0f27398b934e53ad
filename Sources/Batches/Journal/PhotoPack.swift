import Digest
import Foundation
import Synchronization

/// The photos of a batch, one after another in one file.
///
/// A file for each would take longer to create than to write, and would have to be synced with
/// everything else on the disk. Each photo follows a header: its digest and, in 16 hexadecimal digits,
/// its size. An incomplete photo at the end of the file is overwritten. Calls block.
final class PhotoPack: Sendable {
  private struct Contents {
    var places: [String: Range<Int>] = [:]
    /// Where the next photo begins.
    var end = 0
  }

  private static let digestSize = 64
  private static let headerSize = digestSize + 16

  let path: String
  private let contents = Mutex(Contents())

  init(path: String) { self.path = path }

  func has(_ digest: String) -> Bool { contents.withLock { $0.places[digest] != nil } }

  /// Appends a photo, unless the file has it.
  func append(_ bytes: ArraySlice<UInt8>, digest: String) throws(JournalError) {
    try contents.withLock { contents throws(JournalError) in
      let file = try open(O_RDWR | O_CREAT)
      defer { close(file) }
      try read(file, into: &contents)
      guard contents.places[digest] == nil else { return }
      let size = String(bytes.count, radix: 16)
      let padding = String(repeating: "0", count: Self.headerSize - Self.digestSize - size.count)
      let start = contents.end + Self.headerSize
      do throws(JournalError) {
        try write(Array((digest + padding + size).utf8)[...], to: file, at: contents.end)
        try write(bytes, to: file, at: start)
      } catch {
        ftruncate(file, off_t(contents.end))
        throw error
      }
      contents.end = start + bytes.count
      contents.places[digest] = start..<contents.end
    }
  }

  /// The bytes of a photo.
  ///
  /// - Throws: ``JournalError/damaged(path:)`` if they are not what was stored.
  func bytes(of digest: String) throws(JournalError) -> [UInt8] {
    let file = try open(O_RDONLY)
    defer { close(file) }
    let place = try contents.withLock { contents throws(JournalError) in
      if contents.places[digest] == nil { try read(file, into: &contents) }
      return contents.places[digest]
    }
    guard let place else { throw .damaged(path: path) }
    return try Self.photo(digest, in: file, place, path: path)
  }

  /// The bytes of a photo that an open file has at a place.
  ///
  /// - Throws: ``JournalError/damaged(path:)`` if they are not what was stored.
  static func photo(
    _ digest: String, in file: Int32, _ place: Range<Int>, path: String
  ) throws(JournalError) -> [UInt8] {
    let bytes = try read(file, place, path)
    guard Digest.hex(Digest.sha256(bytes)) == digest else { throw .damaged(path: path) }
    return bytes
  }

  /// Makes all photos durable, if there are any.
  func sync() throws(JournalError) {
    guard contents.withLock({ $0.end > 0 }) else { return }
    let file = try open(O_RDONLY)
    defer { close(file) }
    guard fsync(file) == 0 else { throw JournalError(errno: errno, path: path) }
  }

  private func open(_ flags: Int32) throws(JournalError) -> Int32 {
    let file = Foundation.open(path, flags | O_CLOEXEC, 0o600)
    guard file >= 0 else { throw JournalError(errno: errno, path: path) }
    return file
  }

  /// Reads the headers of photos that were appended since the last time.
  private func read(_ file: Int32, into contents: inout Contents) throws(JournalError) {
    var status = stat()
    guard fstat(file, &status) == 0 else { throw JournalError(errno: errno, path: path) }
    while contents.end + Self.headerSize <= Int(status.st_size) {
      let start = contents.end + Self.headerSize
      let header = try Self.read(file, contents.end..<start, path)
      let size = Int(String(decoding: header.dropFirst(Self.digestSize), as: UTF8.self), radix: 16)
      guard let size, size >= 0, size <= Int(status.st_size) - start else { return }
      contents.end = start + size
      contents.places[String(decoding: header.prefix(Self.digestSize), as: UTF8.self)] =
        start..<contents.end
    }
  }

  private static func read(
    _ file: Int32, _ place: Range<Int>, _ path: String
  ) throws(JournalError) -> [UInt8] {
    let bytes = [UInt8](unsafeUninitializedCapacity: place.count) { buffer, count in
      while count < place.count {
        let found = pread(
          file, buffer.baseAddress! + count, place.count - count,
          off_t(place.lowerBound + count))
        if found < 0, errno == EINTR { continue }
        guard found > 0 else { return }
        count += found
      }
    }
    guard bytes.count == place.count else { throw .damaged(path: path) }
    return bytes
  }

  private func write(_ bytes: ArraySlice<UInt8>, to file: Int32, at start: Int) throws(JournalError)
  {
    var written = 0
    while written < bytes.count {
      let count = bytes.withUnsafeBytes {
        pwrite(file, $0.baseAddress! + written, bytes.count - written, off_t(start + written))
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { throw JournalError(errno: errno, path: path) }
      written += count
    }
  }
}
