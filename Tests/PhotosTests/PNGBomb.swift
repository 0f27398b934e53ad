@testable import Photos

/// Makes a black PNG that is a thousand times smaller than its pixels.
enum PNGBomb {
  static func bytes(width: Int, height: Int) -> [UInt8] {
    let count = ((width + 7) / 8 + 1) * height
    let header = number(width) + number(height) + [1, 0, 0, 0, 0]
    return PNGChunks.signature + PNGChunks.chunk("IHDR", header)
      + PNGChunks.chunk("IDAT", zeros(count)) + PNGChunks.chunk("IEND", [])
  }

  /// A zlib stream of zeros: a block with fixed Huffman codes (RFC 1951, 3.2.6) that contains a
  /// zero and then matches of 258 bytes at a distance of one.
  private static func zeros(_ count: Int) -> [UInt8] {
    var bits = Bits()
    bits.add(1, count: 1)  // the last block
    bits.add(1, count: 2)  // fixed codes
    let matches = (count - 1) / 258
    for _ in 0..<count - matches * 258 { bits.addCode(0b0011_0000, count: 8) }
    for _ in 0..<matches {
      bits.addCode(0b1100_0101, count: 8)
      bits.addCode(0, count: 5)
    }
    bits.addCode(0, count: 7)
    // The Adler-32 checksum of zeros.
    return [0x78, 0x01] + bits.finished() + number((count % 65_521) << 16 | 1)
  }
}

private func number(_ value: Int) -> [UInt8] { PNGChunks.bytes(of: UInt32(value)) }

/// Packs bits in the order of RFC 1951, 3.1.1.
private struct Bits {
  private var bytes: [UInt8] = []
  private var pending: UInt32 = 0
  private var count: UInt32 = 0

  /// Adds a number, lowest bit first.
  mutating func add(_ number: UInt32, count more: UInt32) {
    pending |= number << count
    count += more
    while count >= 8 {
      bytes.append(UInt8(truncatingIfNeeded: pending))
      pending >>= 8
      count -= 8
    }
  }

  /// Adds a Huffman code, highest bit first.
  mutating func addCode(_ code: UInt32, count more: UInt32) {
    for bit in (0..<more).reversed() { add(code >> bit & 1, count: 1) }
  }

  consuming func finished() -> [UInt8] {
    if count > 0 { add(0, count: 8 - count) }
    return bytes
  }
}
