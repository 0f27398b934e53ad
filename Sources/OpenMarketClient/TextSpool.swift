/// Long texts put aside: in memory while they are few, in a file without a name when they are many.
import Foundation
import Synchronization

/// Texts by where they were put. What is more than fits in memory goes to a file that nobody else
/// sees: its name is taken away as soon as it is open, so nothing of it stays behind.
final class TextSpool: Sendable {
  /// Where a text is, in bytes from the first.
  struct Place: Hashable, Sendable {
    let offset: Int64
    let length: Int32
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

  /// Puts a text aside.
  func place(of text: String?) throws(ShelfError) -> Place? {
    guard let text else { return nil }
    return try locked { state in
      let place = Place(
        offset: Int64(state.written + state.bytes.count), length: Int32(clamping: text.utf8.count))
      state.bytes.append(contentsOf: text.utf8)
      if state.bytes.count > memoryLimit { try flush(&state) }
      return place
    }
  }

  /// A text that was put aside.
  func text(at place: Place?) throws(ShelfError) -> String? {
    guard let place else { return nil }
    return try locked { state in
      let (offset, length) = (Int(place.offset), Int(place.length))
      if offset >= state.written {
        let start = offset - state.written
        return String(decoding: state.bytes[start..<start + length], as: UTF8.self)
      }
      try state.file?.seek(toOffset: UInt64(offset))
      let data = try state.file?.read(upToCount: length) ?? Data()
      guard data.count == length else { throw CocoaError(.fileReadCorruptFile) }
      return String(decoding: data, as: UTF8.self)
    }
  }

  private func locked<R: Sendable>(
    _ body: (inout State) throws -> R
  ) throws(ShelfError) -> R {
    do {
      return try state.withLock { state in try body(&state) }
    } catch {
      throw ShelfError.storage(error.localizedDescription)
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
    unlink(name)
    return FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
  }
}
