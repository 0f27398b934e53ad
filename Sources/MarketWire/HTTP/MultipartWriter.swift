/// A writer of `multipart/form-data` bodies (RFC 7578).
///
/// ```swift
/// var form = MultipartWriter(boundary: "oak")
/// form.append(name: "params", contentType: "application/json", body: Array("{}".utf8))
/// let contentType = form.contentType
/// let body = form.finish()
/// let parts = try MultipartReader.parts(of: body, contentType: contentType)
/// print(parts.map(\.name))
/// ```
public struct MultipartWriter {
  private let boundary: String
  private var output: [UInt8] = []

  /// Creates an empty form.
  ///
  /// - Parameter boundary: A text that ``isBoundary(_:)`` accepts and that no part contains.
  public init(boundary: String) {
    precondition(Self.isBoundary(boundary), "a boundary has 1 to 70 letters, digits, - and _")
    self.boundary = boundary
  }

  /// Returns whether a text consists of 1 to 70 ASCII letters, digits, `-` and `_`, which need no
  /// quotes.
  public static func isBoundary(_ text: String) -> Bool {
    (1...70).contains(text.utf8.count)
      && text.utf8.allSatisfy { $0.isAlphanumeric || "-_".utf8.contains($0) }
  }

  /// The value of the `Content-Type` header.
  public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// Appends a part.
  ///
  /// Control characters are removed from `contentType`, so that it cannot start another header line.
  public mutating func append(
    name: String, filename: String? = nil, contentType: String, body: some Collection<UInt8>
  ) {
    var head = Array("--\(boundary)\r\nContent-Disposition: form-data; name=\"".utf8)
    head += Self.escaped(name)
    if let filename { head += Array("\"; filename=\"".utf8) + Self.escaped(filename) }
    head +=
      Array("\"\r\nContent-Type: ".utf8) + contentType.utf8.filter { $0 >= 0x20 && $0 != 0x7F }
    head += Array("\r\n\r\n".utf8)
    output.reserveCapacity(output.count + head.count + body.count + boundary.utf8.count + 8)
    output.append(contentsOf: head)
    output.append(contentsOf: body)
    output.append(contentsOf: [13, 10])
  }

  /// Returns the complete body.
  public consuming func finish() -> [UInt8] {
    output.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return output
  }

  /// Returns whether a byte in a name is written as `%XX`, as browsers do (HTML Standard,
  /// "multipart/form-data encoding algorithm"): quotes and control characters are.
  static func isEscaped(_ byte: UInt8) -> Bool {
    byte < 0x20 || byte == 0x7F || byte == UInt8(ascii: "\"")
  }

  private static func escaped(_ text: String) -> [UInt8] {
    var output: [UInt8] = []
    for byte in text.utf8 {
      if isEscaped(byte) {
        output.append(contentsOf: [UInt8(ascii: "%"), hexDigit(byte >> 4), hexDigit(byte & 15)])
      } else if byte == UInt8(ascii: "\\") {
        output.append(contentsOf: [byte, byte])
      } else {
        output.append(byte)
      }
    }
    return output
  }
}
