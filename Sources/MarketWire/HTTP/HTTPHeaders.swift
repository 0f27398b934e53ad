/// The name of a header field; names are compared without case (RFC 9110, section 5.1).
public struct HTTPHeaderName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it is sent.
  public let text: String
  private let folded: String

  /// Creates a name.
  public init(_ text: String) {
    self.text = text
    folded = text.lowercased()
  }

  /// Creates a name from a literal.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  /// Compares two names without case.
  public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }
  /// Hashes the name without case.
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  /// The methods that a path supports, sent with status 405.
  public static let allow: Self = "Allow"
  /// How long a response may be cached.
  public static let cacheControl: Self = "Cache-Control"
  /// Whether the connection stays open after the response.
  public static let connection: Self = "Connection"
  /// The length of the body in bytes.
  public static let contentLength: Self = "Content-Length"
  /// The media type of the body.
  public static let contentType: Self = "Content-Type"
  /// `nosniff`, so that browsers do not guess another media type (API 8.3).
  public static let contentTypeOptions: Self = "X-Content-Type-Options"
  /// The version of the response, for conditional requests (RFC 9110, section 8.8.3).
  public static let eTag: Self = "ETag"
  /// The host and port of the request.
  public static let host: Self = "Host"
  /// The identifier of the vendor, required for writes (API 1.1).
  public static let identifier: Self = "identifier"
  /// The key of a write, with which it can be repeated safely (API 7.4).
  public static let idempotencyKey: Self = "Idempotency-Key"
  /// `replayed` if the response to an earlier request with the same key is sent again (API 7.4).
  public static let idempotencyStatus: Self = "Idempotency-Status"
  /// The version that the client already has (RFC 9110, section 13.1.2).
  public static let ifNoneMatch: Self = "If-None-Match"
  /// The extensions that the market supports, separated by commas (API 7.5).
  public static let extensions: Self = "OpenMarket-Extensions"
  /// How long to wait before the next attempt (RFC 9110, section 10.2.3).
  public static let retryAfter: Self = "Retry-After"
  /// The revision of the market (API 7.3).
  public static let revision: Self = "OpenMarket-Revision"
}

/// An ordered list of header fields.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A header field; a vendor identifier prints as `***`.
  public struct Field: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name.
    public let name: HTTPHeaderName
    /// The value, without control characters.
    public let value: String

    /// The field as in a message; the value of `identifier` is `***`.
    public var description: String { "\(name.text): \(name == .identifier ? "***" : value)" }
    /// A mirror without children.
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The fields, in the order in which they were added.
  public private(set) var fields: [Field] = []

  /// Creates an empty list.
  public init() {}

  /// Creates a list with the fields of a literal, in its order.
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value of a field; setting it replaces all values, and nil removes them.
  public subscript(name: HTTPHeaderName) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { add(name, newValue) }
    }
  }

  /// Returns all values of a field, in order.
  public func all(_ name: HTTPHeaderName) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Appends a field.
  ///
  /// Control characters are removed from the value, so that it cannot start another header line
  /// (RFC 9110, section 5.5).
  public mutating func add(_ name: HTTPHeaderName, _ value: String) {
    func isClean(_ byte: UInt8) -> Bool { byte >= 0x20 && byte != 0x7F || byte == 0x09 }
    let clean =
      value.utf8.allSatisfy(isClean)
      ? value : String(decoding: value.utf8.filter(isClean), as: UTF8.self)
    fields.append(Field(name: name, value: clean))
  }
}
