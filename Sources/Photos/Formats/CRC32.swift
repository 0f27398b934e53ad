/// The checksum of PNG chunks: CRC-32, reflected polynomial 0xEDB88320 (PNG 3rd edition, annex D).
enum CRC32 {
  /// Eight tables of 256 values, one after another, to process eight bytes in one step.
  ///
  /// Table `n` contains the contribution of a byte that is followed by `n` more bytes.
  private static let tables: [UInt32] = {
    var tables: [UInt32] = (0..<256).map { index -> UInt32 in
      (0..<8).reduce(UInt32(index)) { value, _ -> UInt32 in
        value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
      }
    }
    for index in 256..<2048 {
      let previous = tables[index - 256]
      tables.append(tables[Int(previous & 0xFF)] ^ previous >> 8)
    }
    return tables
  }()

  /// The checksum of a range of the bytes. The range must be valid.
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
