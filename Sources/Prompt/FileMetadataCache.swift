/// What is known of files while lines are typed: names in folders, sizes of pictures.
import CommandLanguage
import Foundation
import Photos
import Synchronization

/// A name in a folder.
struct FolderEntry: Hashable, Sendable {
  /// As the disk has it, composed or not.
  let name: String
  let isFolder: Bool
  let isHidden: Bool
  /// Whether its ending is that of a picture; nothing is read for this.
  let isPicture: Bool
  let match: FuzzyText

  init(_ name: String, isFolder: Bool) {
    self.name = name
    self.isFolder = isFolder
    isHidden = name.hasPrefix(".")
    isPicture = !isFolder && Self.isPicture(name)
    match = FuzzyText(name)
  }

  /// Whether a file of this name is probably a picture.
  static func isPicture(_ name: String) -> Bool {
    guard let dot = name.utf8.lastIndex(of: UInt8(ascii: ".")) else { return false }
    return endings.contains(name[name.index(after: dot)...].lowercased())
  }

  private static let endings: Set<String> = [
    "jpg", "jpeg", "png", "webp", "heic", "heif", "avif", "gif", "bmp", "tif", "tiff",
  ]
}

/// Looks at a disk as little as can be: a folder is read again only when it has changed, a file's
/// header only when the file has.
final class FileMetadataCache: Sendable {
  /// Names of a folder beyond this number are left out.
  static let mostNames = 10_000
  /// As much of a picture as its header may take, notes of the camera included.
  private static let headerBytes = 131_072
  private static let mostKept = 512

  private struct Stamp: Hashable {
    let seconds: Int
    let nanoseconds: Int
    let size: Int

    init(_ facts: stat) {
      #if os(Linux)
        seconds = facts.st_mtim.tv_sec
        nanoseconds = facts.st_mtim.tv_nsec
      #else
        seconds = facts.st_mtimespec.tv_sec
        nanoseconds = facts.st_mtimespec.tv_nsec
      #endif
      size = Int(facts.st_size)
    }
  }

  private struct State {
    var folders: [String: (stamp: Stamp, entries: [FolderEntry])] = [:]
    var pictures: [String: (stamp: Stamp, words: String)] = [:]
  }

  private let state = Mutex(State())

  init() {}

  /// The names in a folder, hidden ones included, numbers inside names by value; empty where it
  /// cannot be read. Names that no line can hold are left out.
  func entries(of folder: String) -> [FolderEntry] {
    var facts = stat()
    guard stat(folder, &facts) == 0, facts.st_mode & S_IFMT == S_IFDIR else { return [] }
    let stamp = Stamp(facts)
    let known = state.withLock { $0.folders[folder] }
    if let known, known.stamp == stamp { return known.entries }
    let entries = NaturalOrder.sorted(Self.read(folder))
    state.withLock { state in
      if state.folders.count >= 16 { state.folders = [:] }
      state.folders[folder] = (stamp, entries)
    }
    return entries
  }

  /// `3024×4032 1.2 MB` of a picture, `1.2 MB` of another file; nil where there is none.
  func words(for file: String) -> String? {
    var facts = stat()
    guard stat(file, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else { return nil }
    let stamp = Stamp(facts)
    let known = state.withLock { $0.pictures[file] }
    if let known, known.stamp == stamp { return known.words }
    let size = ByteText.words(stamp.size)
    let words = Self.header(of: file).map { "\($0.uprightWidth)×\($0.uprightHeight) \(size)" }
    state.withLock { state in
      if state.pictures.count >= Self.mostKept { state.pictures = [:] }
      state.pictures[file] = (stamp, words ?? size)
    }
    return words ?? size
  }

  private static func header(of path: String) -> PhotoHeader? {
    let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { return nil }
    defer { close(file) }
    let bytes = [UInt8](unsafeUninitializedCapacity: headerBytes) { buffer, count in
      count = max(0, Foundation.read(file, buffer.baseAddress, headerBytes))
    }
    return try? PhotoHeader.read(bytes)
  }

  private static func read(_ folder: String) -> [FolderEntry] {
    guard let stream = opendir(folder) else { return [] }
    defer { closedir(stream) }
    var entries: [FolderEntry] = []
    while entries.count < mostNames, let entry = readdir(stream) {
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

  /// nil for what is not UTF-8, or holds a control character: neither can be typed.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> String? {
    let size = MemoryLayout.size(ofValue: entry.pointee.d_name)
    return withUnsafePointer(to: &entry.pointee.d_name) { pointer in
      pointer.withMemoryRebound(to: UInt8.self, capacity: size) { bytes in
        let length = strnlen(UnsafeRawPointer(bytes).assumingMemoryBound(to: CChar.self), size)
        let name = String(
          validating: UnsafeBufferPointer(start: bytes, count: length), as: UTF8.self)
        let isPlain = name?.unicodeScalars.allSatisfy {
          (0x20..<0x7F).contains($0.value) || $0.properties.generalCategory != .control
        }
        return isPlain == true ? name : nil
      }
    }
  }

  private static func isFolder(_ path: String) -> Bool {
    var facts = stat()
    return stat(path, &facts) == 0 && facts.st_mode & S_IFMT == S_IFDIR
  }
}

/// The order of names as people read them: `2.jpg` before `10.jpg`, capitals beside small letters.
enum NaturalOrder {
  /// Names with their bytes at hand, which are compared many times each.
  static func sorted(_ entries: [FolderEntry]) -> [FolderEntry] {
    entries.map { (bytes: Array($0.name.utf8), entry: $0) }
      .sorted { precedes($0.bytes, $1.bytes) }.map(\.entry)
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var (left, right) = (left[...], right[...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (one, other) = (number(&left), number(&right))
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) }
      } else {
        let (one, other) = (small(first), small(second))
        if one != other { return one < other }
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.count < right.count
  }

  /// The digits in front without leading zeros, taken off.
  private static func number(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }
  private static func small(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
