/// The checksum of PNG chunks.

/// CRC-32 as PNG uses it (PNG 3rd edition, annex D): polynomial 0xEDB88320, reflected.
enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  /// The checksum of a range that lies within the bytes.
  static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      bytes[range].withUnsafeBufferPointer { bytes in
        var value = ~UInt32(0)
        for byte in bytes { value = table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8 }
        return ~value
      }
    }
  }
}
