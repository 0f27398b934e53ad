import Digest
import Foundation

/// Writes a tar archive (ustar) file by file, and computes the hashes of files from the disk.
struct TarWriter: ~Copyable {
  /// A file of the archive.
  struct Entry: Hashable {
    let name: String
    let bytes: Int
    /// SHA-256 in hexadecimal digits.
    let hash: String
  }

  private let file: Int32
  /// The modification date of all files, in seconds since 1970.
  private let date: Int
  /// The files that were added from the disk.
  private(set) var entries: [Entry] = []

  /// Creates the archive; the caller must call ``finish()``.
  init(path: String, date: Int) throws(FileError) {
    file = try FileSystem.create(path, Data())
    self.date = date
  }

  deinit { close(file) }

  /// Adds the file at a path under a name; returns false if there is no such file.
  ///
  /// The archive is unusable after an error.
  mutating func add(_ name: String, file path: String) throws(FileError) -> Bool {
    let source = open(path, O_RDONLY | O_CLOEXEC | O_NOFOLLOW)
    guard source >= 0 else {
      if errno == ENOENT { return false }
      throw .last("open")
    }
    defer { close(source) }
    var status = stat()
    guard fstat(source, &status) == 0 else { throw .last("fstat") }
    let size = Int(status.st_size)
    try FileSystem.write(Self.header(name, size, date), to: file)
    var hash = SHA256()
    var rest = size
    while rest > 0 {
      let chunk = try FileSystem.read(source, atMost: min(rest, Self.chunkSize))
      // The file became shorter while it was copied.
      guard !chunk.isEmpty else { throw FileError(operation: "read", code: EIO) }
      hash.update(chunk)
      try FileSystem.write(chunk, to: file)
      rest -= chunk.count
    }
    try FileSystem.write(Self.padding(size), to: file)
    entries.append(Entry(name: name, bytes: size, hash: Digest.hex(hash.finish())))
    return true
  }

  /// Adds a file with these bytes, without an entry in ``entries``.
  mutating func add(_ name: String, content: [UInt8]) throws(FileError) {
    try FileSystem.write(Self.header(name, content.count, date), to: file)
    try FileSystem.write(content, to: file)
    try FileSystem.write(Self.padding(content.count), to: file)
  }

  /// Ends the archive and syncs it to the disk.
  mutating func finish() throws(FileError) {
    try FileSystem.write([UInt8](repeating: 0, count: 1024), to: file)
    guard fsync(file) == 0 else { throw .last("fsync") }
  }

  /// The number of bytes to read at once.
  static let chunkSize = 1 << 20

  /// The zeros after a file, which fill its last block of 512 bytes.
  static func padding(_ size: Int) -> [UInt8] {
    [UInt8](repeating: 0, count: (512 - size % 512) % 512)
  }

  /// The header of a regular file of mode 0600; the name has at most 100 bytes.
  private static func header(_ name: String, _ size: Int, _ date: Int) -> [UInt8] {
    var block = [UInt8](repeating: 0, count: 512)
    func put(_ text: String, at offset: Int) {
      block.replaceSubrange(offset..<(offset + text.utf8.count), with: text.utf8)
    }
    func octal(_ number: Int, digits: Int) -> String {
      let text = String(number, radix: 8)
      return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
    put(name, at: 0)
    for (offset, number) in [(100, 0o600), (108, 0), (116, 0)] {
      put(octal(number, digits: 7), at: offset)
    }
    if size < 1 << 33 {
      put(octal(size, digits: 11), at: 124)
    } else {
      // Octal digits end at 8 GiB. GNU tar writes larger sizes as 0x80 and a big-endian number.
      block[124] = 0x80
      for index in 0..<8 { block[135 - index] = UInt8(truncatingIfNeeded: size >> (8 * index)) }
    }
    put(octal(max(0, date), digits: 11), at: 136)
    put("0", at: 156)
    put("ustar\u{0}00", at: 257)
    put(octal(TarReader.checksum(block), digits: 6) + "\u{0} ", at: 148)
    return block
  }
}
