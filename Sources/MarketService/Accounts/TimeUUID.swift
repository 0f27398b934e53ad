import Digest

/// A version 1 UUID, the format that the training server used for pictures, tokens and identifiers.
struct TimeUUID: Hashable {
  private let bytes: [UInt8]

  /// Creates a UUID in the layout of RFC 9562, 5.1: the time in units of 100 ns since 1582, then
  /// eight random bytes for clock sequence and node.
  ///
  /// The multicast bit marks the node as random.
  ///
  /// - Parameter tick: the time in units of 100 ns since 1970.
  init(tick: UInt64, randomBytes: [UInt8]) {
    let since1582 = tick &+ 0x01B2_1DD2_1381_4000
    let time = (0..<8).map { UInt8(truncatingIfNeeded: since1582 >> (56 - 8 * $0)) }
    let bytes = [time[4], time[5], time[6], time[7], time[2], time[3], time[0], time[1]]
    self.init(marking: bytes + Self.padded(randomBytes, to: 8))
  }

  /// Creates a random UUID that is marked as version 1.
  init(random: @Sendable (Int) -> [UInt8]) {
    self.init(marking: Self.padded(random(16), to: 16))
  }

  private init(marking bytes: [UInt8]) {
    var bytes = bytes
    bytes[6] = bytes[6] & 0x0F | 0x10
    bytes[8] = bytes[8] & 0x3F | 0x80
    bytes[10] |= 0x01
    self.bytes = bytes
  }

  /// 32 lowercase hexadecimal digits.
  var hex: String { Digest.hex(bytes) }

  /// Five groups of lowercase hexadecimal digits, separated by dashes.
  var text: String {
    [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
      .map { Digest.hex($0) }.joined(separator: "-")
  }

  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes.prefix(count) + Array(repeating: 0, count: max(0, count - bytes.count))
  }
}
