/// Header fields of a message, in order, found without regard to case.

/// The name of a header field; two names are equal when they differ in case only (RFC 9110, 5.1).
public struct HTTPHeaderName: Hashable, Sendable, ExpressibleByStringLiteral {
  /// The name as it is written on the wire.
  public let text: String
  private let folded: String

  /// Takes the name of any field.
  public init(_ text: String) {
    self.text = text
    folded = text.lowercased()
  }

  /// Takes the name of any field.
  public init(stringLiteral value: String) {
    self.init(value)
  }

  public static func == (left: Self, right: Self) -> Bool { left.folded == right.folded }
  public func hash(into hasher: inout Hasher) { hasher.combine(folded) }

  /// The methods that a path has, in the answer to one that it has not.
  public static let allow: Self = "Allow"
  /// How long an answer may be kept.
  public static let cacheControl: Self = "Cache-Control"
  /// Whether the connection stays open.
  public static let connection: Self = "Connection"
  /// The length of the body in bytes.
  public static let contentLength: Self = "Content-Length"
  /// The media type of the body.
  public static let contentType: Self = "Content-Type"
  /// `nosniff`, so that a browser believes the content type.
  public static let contentTypeOptions: Self = "X-Content-Type-Options"
  /// The state of what was answered, for asking again.
  public static let eTag: Self = "ETag"
  /// The host that was asked.
  public static let host: Self = "Host"
  /// The vendor's identifier, needed for every write (API 1.1).
  public static let identifier: Self = "identifier"
  /// Names a write, so that sending it again does not do it again (API 7).
  public static let idempotencyKey: Self = "Idempotency-Key"
  /// `replayed` where an answer is one that was given before (API 7).
  public static let idempotencyStatus: Self = "Idempotency-Status"
  /// The state that the asker has already.
  public static let ifNoneMatch: Self = "If-None-Match"
  /// What the market can do beyond the old API, as a list of words.
  public static let extensions: Self = "OpenMarket-Extensions"
  /// Seconds to wait before asking again.
  public static let retryAfter: Self = "Retry-After"
  /// The market's count of its changes (API 7).
  public static let revision: Self = "OpenMarket-Revision"
}

/// An ordered list of header fields.
public struct HTTPHeaders: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// One field; it prints without its value where that is a vendor's identifier.
  public struct Field: Hashable, Sendable, CustomStringConvertible, CustomReflectable {
    /// The name, as it was first written.
    public let name: HTTPHeaderName
    /// The value, without control characters.
    public let value: String

    public var description: String { "\(name.text): \(name == .identifier ? "***" : value)" }
    public var customMirror: Mirror { Mirror(self, children: []) }
  }

  /// The fields in the order in which they were added.
  public private(set) var fields: [Field] = []

  /// No fields.
  public init() {}

  /// The fields of the literal, in its order.
  public init(dictionaryLiteral elements: (HTTPHeaderName, String)...) {
    for (name, value) in elements { add(name, value) }
  }

  /// The first value of `name`; setting replaces all of them, nil removes them.
  public subscript(name: HTTPHeaderName) -> String? {
    get { fields.first { $0.name == name }?.value }
    set {
      fields.removeAll { $0.name == name }
      if let newValue { add(name, newValue) }
    }
  }

  /// Every value of `name`, in order.
  public func all(_ name: HTTPHeaderName) -> [String] {
    fields.filter { $0.name == name }.map(\.value)
  }

  /// Appends a field. Control characters are taken out of the value, so that no value can end its
  /// line and begin another (RFC 9110, 5.5).
  public mutating func add(_ name: HTTPHeaderName, _ value: String) {
    let isClean = value.utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }
    let clean =
      isClean
      ? value
      : String(
        String.UnicodeScalarView(
          value.unicodeScalars.filter { ($0.value >= 0x20 && $0.value != 0x7F) || $0 == "\t" }))
    fields.append(Field(name: name, value: clean))
  }
}
