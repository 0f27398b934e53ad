/// UUIDs of version 1, the shape the old server gave to pictures, tokens and identifiers.
import Digest

/// A UUID by its 16 bytes.
struct TimeUUID: Hashable {
  private let bytes: [UInt8]

  /// Time and random bits as RFC 9562, 5.1 lays them out: 100 ns since 1582, then eight bytes of
  /// clock sequence and node, with the multicast bit that says that the node is random.
  ///
  /// - Parameter tick: 100 ns since 1970.
  init(tick: UInt64, noise: [UInt8]) {
    let since1582 = tick &+ 0x01B2_1DD2_1381_4000
    let time = (0..<8).map { UInt8(truncatingIfNeeded: since1582 >> (56 - 8 * $0)) }
    let bytes = [time[4], time[5], time[6], time[7], time[2], time[3], time[0], time[1]]
    self.init(marking: bytes + Self.padded(noise, to: 8))
  }

  /// A UUID that only looks like version 1; nothing in it can be guessed.
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

  /// 32 lower-case digits.
  var hex: String { Digest.hex(bytes) }

  /// Five groups with dashes, in small letters.
  var text: String {
    [bytes[0..<4], bytes[4..<6], bytes[6..<8], bytes[8..<10], bytes[10...]]
      .map { Digest.hex($0) }.joined(separator: "-")
  }

  private static func padded(_ bytes: [UInt8], to count: Int) -> [UInt8] {
    bytes.prefix(count) + Array(repeating: 0, count: max(0, count - bytes.count))
  }
}
