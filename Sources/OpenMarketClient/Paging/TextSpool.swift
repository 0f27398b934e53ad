/// Long texts put aside: in memory while they are few, in a file without a name when they are many.
import Foundation
import Synchronization

/// Pairs of texts by where they were put. What is more than fits in memory goes to a file that nobody else
/// sees: its name is taken away as soon as it is open, so nothing of it stays behind.
final class TextSpool: Sendable {
  /// Where the two texts of a row are: one behind the other, in bytes from the first.
  struct Place: Hashable, Sendable {
    let offset: Int64
    /// Bytes of each; nil where there was no text.
    let first: Int32?
    let second: Int32?

    fileprivate var length: Int { Int(first ?? 0) + Int(second ?? 0) }
  }

  private struct State {
    var bytes: [UInt8] = []
    /// Bytes that went to the file, before those in memory.
    var written = 0
    var file: FileHandle?
  }

  private let folder: String
  private let memoryLimit: Int
  private let state = Mutex(State())

  /// - Parameters:
  ///   - folder: where the file is made once it is needed; it is made itself if it is not there.
  ///   - memoryLimit: bytes in memory.
  init(folder: String, memoryLimit: Int = 8 << 20) {
    self.folder = folder
    self.memoryLimit = memoryLimit
  }

  /// Puts two texts aside, to be read together.
  func place(of first: String?, _ second: String?) throws(CollectionError) -> Place {
    try locked { state in
      let place = Place(
        offset: Int64(state.written + state.bytes.count),
        first: first.map { Int32(clamping: $0.utf8.count) },
        second: second.map { Int32(clamping: $0.utf8.count) })
      if let first { state.bytes.append(contentsOf: first.utf8) }
      if let second { state.bytes.append(contentsOf: second.utf8) }
      if state.bytes.count > memoryLimit { try flush(&state) }
      return place
    }
  }

  /// The two texts that were put aside.
  func texts(at place: Place) throws(CollectionError) -> (first: String?, second: String?) {
    guard place.length > 0 else {
      return (place.first.map { _ in "" }, place.second.map { _ in "" })
    }
    return try locked { state in
      let offset = Int(place.offset)
      if offset >= state.written {
        let start = offset - state.written
        return state.bytes[start..<start + place.length].withUnsafeBytes { Self.split($0, place) }
      }
      let bytes = try Self.read(place, from: state.file)
      return bytes.withUnsafeBytes { Self.split($0, place) }
    }
  }

  private static func split(
    _ bytes: UnsafeRawBufferPointer, _ place: Place
  ) -> (first: String?, second: String?) {
    let middle = Int(place.first ?? 0)
    return (
      place.first.map { _ in String(decoding: bytes[..<middle], as: UTF8.self) },
      place.second.map { _ in String(decoding: bytes[middle...], as: UTF8.self) }
    )
  }

  /// One call for each row: a file handle would ask for the file's kind and size each time.
  private static func read(_ place: Place, from file: FileHandle?) throws -> [UInt8] {
    guard let file else { throw CocoaError(.fileReadCorruptFile) }
    return try [UInt8](unsafeUninitializedCapacity: place.length) { buffer, count in
      while count < place.length, let start = buffer.baseAddress {
        let got = pread(
          file.fileDescriptor, start + count, place.length - count,
          off_t(place.offset) + off_t(count))
        if got < 0, errno == EINTR { continue }
        guard got > 0 else { throw CocoaError(.fileReadCorruptFile) }
        count += got
      }
    }
  }

  private func locked<R: Sendable>(
    _ body: (inout State) throws -> R
  ) throws(CollectionError) -> R {
    do {
      return try state.withLock { state in try body(&state) }
    } catch {
      throw CollectionError.storage(error.localizedDescription)
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
    // Not for a program that is started later, such as a pager.
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
