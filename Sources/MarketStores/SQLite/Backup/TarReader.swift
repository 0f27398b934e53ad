import Foundation

/// A tar archive that is read file by file.
struct TarReader: ~Copyable {
  /// Why an archive cannot be read.
  enum Problem: Error, Hashable {
    /// The file is not a tar archive, or a header is damaged.
    case notATar
    /// The archive ends within a file, or without the mark of its end.
    case truncated
    /// An entry that is not a regular file, such as a link.
    case unexpectedEntry(name: String)
  }

  private let file: Int32
  /// The bytes of the current file that were not read, and its padding.
  private var rest = 0
  private var padding = 0

  init(path: String) throws(FileError) {
    file = open(path, O_RDONLY | O_CLOEXEC)
    guard file >= 0 else { throw .last("open") }
  }

  deinit { close(file) }

  /// The next file; nil at the end of the archive.
  mutating func next() throws -> (name: String, bytes: Int)? {
    while try chunk() != nil {}
    if padding > 0 { _ = try exactly(padding) }
    padding = 0
    let block = try exactly(512)
    if block.allSatisfy({ $0 == 0 }) { return nil }
    guard let checksum = Self.number(block[148..<156]), checksum == Self.checksum(block),
      let size = Self.number(block[124..<136])
    else { throw Problem.notATar }
    let name = String(decoding: block[..<100].prefix { $0 != 0 }, as: UTF8.self)
    guard block[156] == UInt8(ascii: "0") || block[156] == 0 else {
      throw Problem.unexpectedEntry(name: name)
    }
    rest = size
    padding = TarWriter.padding(size).count
    return (name, size)
  }

  /// The next chunk of the current file; nil at its end.
  mutating func chunk() throws -> [UInt8]? {
    guard rest > 0 else { return nil }
    let chunk = try FileSystem.read(file, atMost: min(rest, TarWriter.chunkSize))
    guard !chunk.isEmpty else { throw Problem.truncated }
    rest -= chunk.count
    return chunk
  }

  /// The sum of the bytes of a header, with spaces in place of the sum itself.
  static func checksum(_ block: [UInt8]) -> Int {
    block.enumerated().reduce(0) { $0 + ((148..<156).contains($1.offset) ? 32 : Int($1.element)) }
  }

  private func exactly(_ count: Int) throws -> [UInt8] {
    var bytes: [UInt8] = []
    while bytes.count < count {
      let chunk = try FileSystem.read(file, atMost: count - bytes.count)
      guard !chunk.isEmpty else { throw Problem.truncated }
      bytes += chunk
    }
    return bytes
  }

  /// A number in octal digits, or in the binary form of GNU tar.
  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    if field.first == 0x80 {
      let number = field.suffix(8).reduce(UInt64(0)) { $0 << 8 | UInt64($1) }
      return Int(exactly: number)
    }
    let digits = field.drop { $0 == 32 }.prefix { $0 != 0 && $0 != 32 }
    return Int(String(decoding: digits, as: UTF8.self), radix: 8).flatMap { $0 >= 0 ? $0 : nil }
  }
}
