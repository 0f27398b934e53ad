/// Writing `multipart/form-data` strictly (RFC 7578).

/// Collects parts between boundaries; the caller chooses the boundary.
public struct MultipartWriter {
  private let boundary: String
  private var output: [UInt8] = []

  /// - Parameter boundary: 1 to 70 letters, digits, `-` and `_`, which no part may contain.
  public init(boundary: String) {
    precondition(
      (1...70).contains(boundary.utf8.count)
        && boundary.utf8.allSatisfy {
          $0 == 45 || $0 == 95 || Character(.init($0)).isLetter
            || (48...57).contains($0)
        }, "a boundary of 1 to 70 letters, digits, - and _")
    self.boundary = boundary
  }

  /// The value of the `Content-Type` header.
  public var contentType: String { "multipart/form-data; boundary=\(boundary)" }

  /// Appends a part.
  public mutating func append(
    name: String, filename: String? = nil, contentType: String, body: some Collection<UInt8>
  ) {
    var head = "--\(boundary)\r\nContent-Disposition: form-data; name=\"\(Self.escaped(name))\""
    if let filename { head += "; filename=\"\(Self.escaped(filename))\"" }
    head += "\r\nContent-Type: \(contentType)\r\n\r\n"
    output.reserveCapacity(output.count + head.utf8.count + body.count + boundary.utf8.count + 16)
    output.append(contentsOf: head.utf8)
    output.append(contentsOf: body)
    output.append(contentsOf: "\r\n".utf8)
  }

  /// The whole body, closed.
  public consuming func finish() -> [UInt8] {
    output.append(contentsOf: "--\(boundary)--\r\n".utf8)
    return output
  }

  /// Quotes, backslashes, CR, LF and NUL as `%XX`, so that no name can end its quotes or its line.
  private static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 == 34 || $0 == 92 || $0 == 13 || $0 == 10 || $0 == 0 })
    else { return text }
    return text.unicodeScalars.reduce(into: "") { result, scalar in
      switch scalar {
      case "\"": result += "%22"
      case "\\": result += "%5C"
      case "\r": result += "%0D"
      case "\n": result += "%0A"
      case "\0": result += "%00"
      default: result.unicodeScalars.append(scalar)
      }
    }
  }
}
