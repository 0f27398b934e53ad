import MarketWire

/// A response while it arrives, with limits for its headers and its body.
struct ResponseBuffer {
  /// The maximum size of the headers, in bytes.
  static let headerLimit = 256 << 10

  private(set) var headers = HTTPHeaders()
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  private var headerBytes = 0
  private let bodyLimit: Int

  init(bodyLimit: Int) {
    self.bodyLimit = bodyLimit
  }

  /// Appends a header line; returns false if the headers are too large.
  ///
  /// A status line discards everything before it, which belongs to an interim response or a redirect.
  mutating func append(line bytes: UnsafeRawBufferPointer) -> Bool {
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

  /// Appends a piece of the body; returns false if the body is too large.
  mutating func append(body bytes: UnsafeRawBufferPointer) -> Bool {
    guard body.count + bytes.count <= bodyLimit else {
      isTooLarge = true
      return false
    }
    body.append(contentsOf: bytes)
    return true
  }

  /// Reserves capacity for the body, but at most 4 MiB, because the server may send a wrong length.
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
