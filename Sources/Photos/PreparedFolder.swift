/// Prepared photos kept on disk, so that a photo named again tomorrow is not prepared again.
import Digest
import Foundation
import Synchronization

/// A folder of prepared photos, each in a file named by ``Preparation/key(for:settings:)``. Several
/// shells may share it, and anybody may delete it at any time.
///
/// 1. A file is written beside and renamed, and carries a hash of what it holds: a half or damaged
///    one is taken for none.
/// 2. What was used longest ago goes first, down to half of the limit, so that it goes rarely.
/// 3. It only saves time: whatever fails here is passed over, and the photo is prepared.
public final class PreparedFolder: Sendable {
  /// The first bytes of each file; the number rises when what follows changes.
  private static let mark = Array("market prepared 1\n".utf8)

  /// What stands before the pixels: all of a prepared photo but its bytes.
  private struct Facts: Codable {
    let format: PhotoFormat
    let width: Int
    let height: Int
    let source: PhotoHeader
    let sourceBytes: Int
    let changes: [PhotoChange]
    let warnings: [PhotoWarning]
  }

  private let path: String
  private let byteLimit: Int
  /// Bytes in the folder as far as this process knows; nil before it looked.
  private let size = Mutex<Int?>(nil)

  /// - Parameters:
  ///   - path: of the folder, which is made with mode 0700 when something is first kept.
  ///   - byteLimit: bytes that are kept at most; 256 MB unless told, some 900 photos.
  public init(path: String, byteLimit: Int = 256_000_000) {
    self.path = path
    self.byteLimit = byteLimit
  }

  /// The photo kept under a key; nil where there is none that is whole. Blocks.
  func photo(_ key: String) -> PreparedPhoto? {
    let file = "\(path)/\(key)"
    guard let content = try? PhotoFile.read(file, limit: 4_000_000),
      let photo = Self.photo(in: content)
    else { return nil }
    // The time of its last change is the time of its last use.
    utimes(file, nil)
    return photo
  }

  /// Keeps a photo under a key. Blocks.
  func keep(_ photo: PreparedPhoto, under key: String) {
    guard let content = Self.content(of: photo), content.count <= byteLimit / 2, write(content, key)
    else { return }
    let known = size.withLock { size in
      size = size.map { $0 + content.count }
      return size
    }
    if known.map({ $0 > byteLimit }) ?? true { sweep() }
  }

  private func write(_ content: [UInt8], _ key: String) -> Bool {
    try? FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    var beside = Array("\(path)/.\(key).XXXXXX".utf8CString)
    // Made with mode 0600, under a name that nobody else has.
    let file = mkstemp(&beside)
    guard file >= 0 else { return false }
    let handle = FileHandle(fileDescriptor: file, closeOnDealloc: true)
    guard (try? handle.write(contentsOf: content)) != nil, rename(beside, "\(path)/\(key)") == 0
    else {
      unlink(beside)
      return false
    }
    return true
  }

  /// Counts the folder, and where it is over the limit removes what was used longest ago.
  private func sweep() {
    let files = (try? FileManager.default.contentsOfDirectory(atPath: path)) ?? []
    var entries = files.compactMap { name -> (name: String, bytes: Int, used: timespec)? in
      var facts = stat()
      guard lstat("\(path)/\(name)", &facts) == 0, facts.st_mode & S_IFMT == S_IFREG else {
        return nil
      }
      return (name, Int(facts.st_size), Self.changed(facts))
    }
    var bytes = entries.reduce(0) { $0 + $1.bytes }
    if bytes > byteLimit {
      entries.sort { ($0.used.tv_sec, $0.used.tv_nsec) < ($1.used.tv_sec, $1.used.tv_nsec) }
      for entry in entries where bytes > byteLimit / 2 {
        if unlink("\(path)/\(entry.name)") == 0 { bytes -= entry.bytes }
      }
    }
    size.withLock { $0 = bytes }
  }

  private static func changed(_ facts: stat) -> timespec {
    #if canImport(Darwin)
      facts.st_mtimespec
    #else
      facts.st_mtim
    #endif
  }

  /// The mark, a hash of the rest in 64 digits, the length of the facts in 8, the facts, the photo.
  private static func content(of photo: PreparedPhoto) -> [UInt8]? {
    let facts = Facts(
      format: photo.format, width: photo.width, height: photo.height, source: photo.source,
      sourceBytes: photo.sourceBytes, changes: photo.changes, warnings: photo.warnings)
    let encoder = JSONEncoder()
    encoder.outputFormatting = .sortedKeys
    guard let text = try? encoder.encode(facts), text.count < 1 << 16 else { return nil }
    let digits = String(text.count)
    let length = Array((String(repeating: "0", count: 8 - digits.count) + digits).utf8)
    let rest = length + text + photo.bytes
    return mark + Array(hash(rest).utf8) + rest
  }

  private static func photo(in content: [UInt8]) -> PreparedPhoto? {
    let start = mark.count + 64
    guard content.count > start + 8, content.starts(with: mark),
      Array(content[mark.count..<start]) == Array(hash(content[start...]).utf8),
      let length = Int(String(decoding: content[start..<start + 8], as: UTF8.self)),
      case let pixels = start + 8 + length, length > 0, pixels < content.count,
      let facts = try? JSONDecoder().decode(Facts.self, from: Data(content[start + 8..<pixels]))
    else { return nil }
    return PreparedPhoto(
      bytes: Array(content[pixels...]), format: facts.format, width: facts.width,
      height: facts.height, source: facts.source, sourceBytes: facts.sourceBytes,
      changes: facts.changes, warnings: facts.warnings)
  }

  private static func hash(_ bytes: some Sequence<UInt8>) -> String {
    Digest.hex(Digest.sha256(bytes))
  }
}
