import Foundation
import LocalFiles
import Messages
import Synchronization

/// An append-only store of pairs of texts: in memory up to a limit, then in a temporary file.
///
/// The file is unlinked as soon as it is open, so no other program sees it and nothing remains.
final class TextSpool: Sendable {
  /// The location of a pair; its texts follow each other.
  struct Location: Hashable, Sendable {
    /// The offset of the first text, in bytes.
    let offset: Int64
    /// The length of the first text in bytes, or nil if it is nil.
    let first: Int32?
    /// The length of the second text in bytes, or nil if it is nil.
    let second: Int32?

    fileprivate var length: Int { Int(first ?? 0) + Int(second ?? 0) }
  }

  private struct State {
    var bytes: [UInt8] = []
    /// The number of bytes in the file; those in memory follow them.
    var written = 0
    var file: FileHandle?
  }

  private let folder: String
  private let memoryLimit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: The folder of the temporary file; it is created if necessary.
  ///   - memoryLimit: The maximum number of bytes in memory.
  init(folder: String, memoryLimit: Int = 8 << 20) {
    self.folder = folder
    self.memoryLimit = memoryLimit
  }

  /// Appends a pair of texts.
  func append(_ first: String?, _ second: String?) throws(FileError) -> Location {
    try locked { state in
      let location = Location(
        offset: Int64(state.written + state.bytes.count),
        first: first.map { Int32(clamping: $0.utf8.count) },
        second: second.map { Int32(clamping: $0.utf8.count) })
      if let first { state.bytes.append(contentsOf: first.utf8) }
      if let second { state.bytes.append(contentsOf: second.utf8) }
      if state.bytes.count > memoryLimit { try flush(&state) }
      return location
    }
  }

  /// Returns a pair of texts.
  func texts(
    at location: Location
  ) throws(FileError) -> (first: String?, second: String?) {
    guard location.length > 0 else {
      return (location.first.map { _ in "" }, location.second.map { _ in "" })
    }
    return try locked { state in
      let offset = Int(location.offset)
      if offset >= state.written {
        let start = offset - state.written
        return state.bytes[start..<start + location.length].withUnsafeBytes {
          Self.split($0, location)
        }
      }
      let bytes = try Self.read(location, from: state.file)
      return bytes.withUnsafeBytes { Self.split($0, location) }
    }
  }

  private static func split(
    _ bytes: UnsafeRawBufferPointer, _ location: Location
  ) -> (first: String?, second: String?) {
    let middle = Int(location.first ?? 0)
    return (
      location.first.map { _ in String(decoding: bytes[..<middle], as: UTF8.self) },
      location.second.map { _ in String(decoding: bytes[middle...], as: UTF8.self) }
    )
  }

  /// Reads with `pread`, because `FileHandle` would query the kind and size of the file each time.
  private static func read(_ location: Location, from file: FileHandle?) throws -> [UInt8] {
    guard let file else { throw CocoaError(.fileReadCorruptFile) }
    return try [UInt8](unsafeUninitializedCapacity: location.length) { buffer, count in
      while count < location.length, let start = buffer.baseAddress {
        let got = pread(
          file.fileDescriptor, start + count, location.length - count,
          off_t(location.offset) + off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw CocoaError(.fileReadCorruptFile) }
        count += got
      }
    }
  }

  private func locked<R: Sendable>(
    _ body: (inout State) throws -> R
  ) throws(FileError) -> R {
    do {
      return try state.withLock { state in try body(&state) }
    } catch {
      throw FileError(path: folder, reason: .unwritable("\(formatted: error.localizedDescription)"))
    }
  }

  private func flush(_ state: inout State) throws {
    let file = try state.file ?? openFile()
    state.file = file
    try file.seek(toOffset: UInt64(state.written))
    try file.write(contentsOf: state.bytes)
    state.written += state.bytes.count
    state.bytes.removeAll(keepingCapacity: true)
  }

  private func openFile() throws -> FileHandle {
    try FileManager.default.createDirectory(
      atPath: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var name = Array("\(folder)/listings.XXXXXX".utf8CString)
    let descriptor = mkstemp(&name)
    guard descriptor >= 0 else {
      throw CocoaError(.fileWriteUnknown, userInfo: [NSFilePathErrorKey: folder])
    }
    // Programs started later, such as a pager, must not inherit the file.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
