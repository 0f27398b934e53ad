/// The checksum of PNG chunks: CRC-32, reflected polynomial 0xEDB88320 (PNG 3rd edition, annex D).
package enum CRC32 {
  private static let table: [UInt32] = (0..<256).map { index -> UInt32 in
    (0..<8).reduce(UInt32(index)) { value, _ -> UInt32 in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  /// The checksum of a range of the bytes. The range must be valid.
  package static func of(_ bytes: [UInt8], in range: Range<Int>) -> UInt32 {
    table.withUnsafeBufferPointer { table in
      ~bytes[range].reduce(~0) { value, byte in
        table[Int((value ^ UInt32(byte)) & 0xFF)] ^ value >> 8
      }
    }
  }
}
