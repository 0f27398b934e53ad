/// An answer while it comes in.
import MarketWire

/// Collects header lines and body bytes, up to a limit each.
struct ResponseBuffer {
  static let headerLimit = 256 << 10

  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private var headerBytes = 0
  private let bodyLimit: Int

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// Takes one header line; false where it is one too many. A status line begins anew: what came
  /// before belonged to an interim answer or a redirect.
  mutating func take(line bytes: UnsafeRawBufferPointer) -> Bool {
    if bytes.starts(with: "HTTP/".utf8) {
      (headers, body, headerBytes) = ([:], [], 0)
      return true
    }
    headerBytes += bytes.count
    guard headerBytes <= Self.headerLimit else {
      isTooLarge = true
      return false
    }
    guard let colon = bytes.firstIndex(of: UInt8(ascii: ":")) else {
      reserve()
      return true
    }
    let name = String(decoding: bytes[..<colon], as: UTF8.self)
    headers.add(HTTPHeaderName(name), Self.trimmed(bytes[(colon + 1)...]))
    return true
  }

  /// Takes a piece of the body; false where it grows too long.
  mutating func take(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= bodyLimit else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Makes room for the body at once, but not for more than a few megabytes on a mere claim.
  private mutating func reserve() {
    guard let length = headers[.contentLength].flatMap({ Int($0) }), length > 0 else { return }
    body.reserveCapacity(min(length, bodyLimit, 4 << 20))
  }

  private static func trimmed(_ bytes: Slice<UnsafeRawBufferPointer>) -> String {
    var bytes = bytes
    while let first = bytes.first, first <= 0x20 { bytes.removeFirst() }
    while let last = bytes.last, last <= 0x20 { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }
}
