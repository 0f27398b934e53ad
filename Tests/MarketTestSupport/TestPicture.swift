/// Valid PNG files of any size in pixels and, with filler, in bytes, made without a library.
public enum TestPicture {
  /// An uncompressed PNG of one color.
  ///
  /// - Parameter filler: The size in bytes of a text chunk that readers ignore, to make the file
  ///   larger.
  public static func png(
    width: Int = 4, height: Int = 3, gray: UInt8 = 128, filler: Int = 0
  ) -> [UInt8] {
    let row = [0] + [UInt8](repeating: gray, count: width)
    let rows = Array((0..<height).map { _ in row }.joined())
    return file(big(width) + big(height) + [8, 0, 0, 0, 0], rows, filler: filler)
  }

  /// An uncompressed PNG of any colors.
  public static func png(
    width: Int, height: Int, color: (_ x: Int, _ y: Int) -> (red: UInt8, green: UInt8, blue: UInt8)
  ) -> [UInt8] {
    var rows: [UInt8] = []
    for y in 0..<height {
      rows.append(0)
      for x in 0..<width {
        let (red, green, blue) = color(x, y)
        rows += [red, green, blue]
      }
    }
    return file(big(width) + big(height) + [8, 2, 0, 0, 0], rows)
  }

  private static func file(_ header: [UInt8], _ pixels: [UInt8], filler: Int = 0) -> [UInt8] {
    var file: [UInt8] = [0x89, 0x50, 0x4E, 0x47, 0x0D, 0x0A, 0x1A, 0x0A]
    file += chunk("IHDR", header)
    if filler > 0 {
      file += chunk("tEXt", Array("Comment\0".utf8) + [UInt8](repeating: 32, count: filler))
    }
    return file + chunk("IDAT", zlib(pixels)) + chunk("IEND", [])
  }

  private static func chunk(_ type: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(type.utf8) + data
    return big(data.count) + body + big(Int(crc(body)))
  }

  /// A zlib stream of stored blocks (RFC 1950, RFC 1951 3.2.4).
  private static func zlib(_ data: [UInt8]) -> [UInt8] {
    var output: [UInt8] = [0x78, 0x01]
    var rest = data[...]
    repeat {
      let block = rest.prefix(65_535)
      rest = rest.dropFirst(block.count)
      let (low, high) = (UInt8(block.count & 255), UInt8(block.count >> 8))
      output += [rest.isEmpty ? 1 : 0, low, high, ~low, ~high] + block
    } while !rest.isEmpty
    var (a, b) = (1, 0)
    for byte in data {
      a = (a + Int(byte)) % 65_521
      b = (b + a) % 65_521
    }
    return output + big(b << 16 | a)
  }

  private static func crc(_ bytes: [UInt8]) -> UInt32 {
    var crc = UInt32.max
    for byte in bytes {
      crc ^= UInt32(byte)
      for _ in 0..<8 { crc = crc >> 1 ^ (crc & 1 == 1 ? 0xEDB8_8320 : 0) }
    }
    return ~crc
  }

  private static func big(_ number: Int) -> [UInt8] {
    [24, 16, 8, 0].map { UInt8(truncatingIfNeeded: number >> $0) }
  }
}
