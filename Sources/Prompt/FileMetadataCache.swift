import Foundation
import Messages
import Photos
import Synchronization

/// Names in folders and sizes of files, for completion. A folder is read again only after its
/// modification date or size changed, and a picture's header only after the file's did.
package final class FileMetadataCache: Sendable {
  private struct Stamp: Hashable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int

    init(_ status: stat) {
      #if os(Linux)
        seconds = status.st_mtim.tv_sec
        nanoseconds = status.st_mtim.tv_nsec
      #else
        seconds = status.st_mtimespec.tv_sec
        nanoseconds = status.st_mtimespec.tv_nsec
      #endif
      size = Int(status.st_size)
    }
  }

  private struct State {
    var folders: [String: (stamp: Stamp, entries: [FolderEntry])] = [:]
    var summaries: [String: (stamp: Stamp, message: Message)] = [:]
  }

  /// The most names that are read from one folder.
  private static let nameLimit = 10_000
  /// The bytes of a picture that are read: enough for a header behind the metadata of a camera.
  private static let headerBytes = 131_072
  private static let folderCapacity = 16
  private static let summaryCapacity = 512

  private let state = Mutex(State())

  package init() {}

  /// The names in a folder in natural order, hidden ones included; empty if it cannot be read.
  /// Names that cannot be typed are left out; see `name(of:)`.
  func entries(of folder: String) -> [FolderEntry] {
    var status = stat()
    guard stat(folder, &status) == 0, status.st_mode & S_IFMT == S_IFDIR else { return [] }
    let stamp = Stamp(status)
    let cached = state.withLock { $0.folders[folder] }
    if let cached, cached.stamp == stamp { return cached.entries }
    let entries = NaturalOrder.sorted(Self.read(folder))
    state.withLock { state in
      if state.folders.count >= Self.folderCapacity { state.folders = [:] }
      state.folders[folder] = (stamp, entries)
    }
    return entries
  }

  /// `3024×4032 1.2 MB` for a picture, `1.2 MB` for any other file; nil if there is no such file.
  func summary(of file: String) -> Message? {
    var status = stat()
    guard stat(file, &status) == 0, status.st_mode & S_IFMT == S_IFREG else { return nil }
    let stamp = Stamp(status)
    let cached = state.withLock { $0.summaries[file] }
    if let cached, cached.stamp == stamp { return cached.message }
    let size = Message.byteCount(stamp.size)
    let message =
      Self.header(of: file).map { "\($0.uprightWidth)×\($0.uprightHeight) \(size)" } ?? size
    state.withLock { state in
      if state.summaries.count >= Self.summaryCapacity { state.summaries = [:] }
      state.summaries[file] = (stamp, message)
    }
    return message
  }

  private static func header(of path: String) -> PhotoHeader? {
    // O_NONBLOCK: the name may have become a FIFO since `stat`.
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: headerBytes) { buffer, count in
      count = max(0, Foundation.read(file, buffer.baseAddress, headerBytes))
    }
    return try? PhotoHeader.read(bytes)
  }
}

// Reading folders.
extension FileMetadataCache {
  private static func read(_ folder: String) -> [FolderEntry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while entries.count < nameLimit, let entry = readdir(stream) {
      guard let name = name(of: entry), name != ".", name != ".." else { continue }
      let isFolder =
        switch Int32(entry.pointee.d_type) {
        case Int32(DT_DIR): true
        case Int32(DT_LNK), Int32(DT_UNKNOWN): self.isFolder("\(folder)/\(name)")
        default: false
        }
      entries.append(FolderEntry(name, isFolder: isFolder))
    }
    return entries
  }

  /// The name of an entry; nil if it is not UTF-8 or contains a control character, since neither can
  /// be typed.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
    return withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: UInt8.self, capacity: size) { bytes in
        let length = strnlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), size)
        let name = String(
          validating: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        let isTypable = name?.unicodeScalars.allSatisfy {
          (0x20..<0x7F).contains($0.value) || $0.properties.generalCategory != .control
        }
        return isTypable == true ? name : nil
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var status = stat()
    return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
  }
}
