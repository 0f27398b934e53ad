/// The checksum of PNG chunks.

/// CRC-32 as PNG uses it (PNG 3rd edition, annex D): polynomial 0xEDB88320, reflected.
enum CRC32 {
  /// Table `n` holds what a byte adds that is followed by `n` more, so that eight bytes are taken
  /// in one step; the tables stand one behind the other.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { index -> UInt32 in
      (0..<8).reduce(UInt32(index)) { value, _ -> UInt32 in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    for index in 256..<2048 {
      let before = tables[index - 256]
      tables.append(tables[Int(before & 0xFF)] ^ before >> 8)
    }
    return tables
  }()

  /// The checksum of a range that lies within the bytes.
  static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    tables.withUnsafeBufferPointer { tables in
      bytes[range].withUnsafeBytes { bytes in
        var value = ~UInt32(0)
        var index = 0
        while index + 8 <= bytes.count {
          let low = bytes.loadUnaligned(fromByteOffset: index, as: UInt32.self).littleEndian ^ value
          let high = bytes.loadUnaligned(fromByteOffset: index + 4, as: UInt32.self).littleEndian
          value = tables[1792 + Int(low & 0xFF)] ^ tables[1536 + Int(low >> 8 & 0xFF)]
          value ^= tables[1280 + Int(low >> 16 & 0xFF)] ^ tables[1024 + Int(low >> 24)]
          value ^= tables[768 + Int(high & 0xFF)] ^ tables[512 + Int(high >> 8 & 0xFF)]
          value ^= tables[256 + Int(high >> 16 & 0xFF)] ^ tables[Int(high >> 24)]
          index += 8
        }
        for byte in bytes[index...] {
          value = tables[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
        }
        return ~value
      }
    }
  }
}
