/// The chunks of a PNG file, in order and without decoding it (PNG 3rd edition, section 5).
struct PNGChunks {
  struct Chunk {
    /// Four letters.
    let name: String
    /// The length, name, payload and checksum.
    let range: Range<Int>
    let payload: Range<Int>
    /// The checksum as stored.
    let checksum: UInt32
  }

  static let signature: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]

  /// The maximum number of chunks; programs write fewer, even with `IDAT` chunks of 8 KB.
  static let maxChunks = 65_536

  /// A chunk with its length and checksum.
  static func chunk(_ name: String, _ payload: [UInt8]) -> [UInt8] {
    let content = Array(name.utf8) + payload
    let checksum = CRC32.of(content, in: content.indices)
    return bytes(of: UInt32(payload.count)) + content + bytes(of: checksum)
  }

  /// The bytes of a number, most significant byte first.
  static func bytes(of number: UInt32) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }

  let view: ByteView
  private var position = PNGChunks.signature.count
  private var chunkCount = 0

  init(_ view: ByteView) { self.view = view }

  /// Returns the next chunk. The last one is `IEND`; data after it is ignored.
  ///
  /// Fails with `.truncated` if the bytes end before the end of `IEND`.
  ///
  /// - Parameter withinPixels: Whether to require complete `IDAT` chunks. With false, the caller
  ///   must stop at the first one.
  mutating func next(withinPixels: Bool = true) throws(PhotoError) -> Chunk {
    chunkCount += 1
    guard chunkCount <= Self.maxChunks else { throw .damaged(.png, .tooManyParts) }
    let start = position
    guard let length = view.number(at: start, width: 4), view.count - start >= 12 else {
      throw .truncated(.png, bytes: view.count)
    }
    let letters = view.bytes[start + 4..<start + 8]
    let areLetters = letters.allSatisfy { (0x41...0x5A).contains($0 & 0xDF) }
    guard areLetters, length < 1 << 31 else { throw .damaged(.png, .structure) }
    let name = String(decoding: letters, as: UTF8.self)
    if name == "IDAT", !withinPixels {
      return Chunk(name: name, range: start..<start, payload: start..<start, checksum: 0)
    }
    let end = start + 12 + length
    guard end <= view.count, let checksum = view.number(at: end - 4, width: 4) else {
      throw .truncated(.png, bytes: view.count)
    }
    position = end
    return Chunk(
      name: name, range: start..<end,
      payload: start + 8..<end - 4, checksum: UInt32(truncatingIfNeeded: checksum))
  }
}
