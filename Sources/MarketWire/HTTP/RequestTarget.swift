/// An error in the target of a request.
public enum RequestTargetError: Error, Hashable, Sendable {
  /// The path cannot exist: it has `..`, an encoded slash or another scheme (API 8.1).
  case noSuchPath
  /// The target has a malformed escape, bytes that are not UTF-8, or a NUL.
  case malformed
}

/// The decoded path and query of a request.
///
/// ```swift
/// let target = try RequestTarget(parsing: "/api/products?search_value=%EC%BB%B5")
/// print(target.path, target["search_value"] ?? "")  // ["api", "products"] 컵
/// ```
///
/// Double and trailing slashes and a `?` without a query are ignored (API 1.1). Everything is decoded
/// exactly once.
public struct RequestTarget: Hashable, Sendable {
  /// A `name=value` pair of the query.
  public struct Item: Hashable, Sendable {
    /// The name, decoded.
    public var name: String
    /// The value, decoded; empty if there is no `=`.
    public var value: String

    /// Creates an item from its decoded name and value.
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  /// The components of the path, decoded; none is empty.
  public var path: [String]
  /// The items of the query, in order.
  public var query: [Item]

  /// Creates a target from decoded components and items.
  public init(path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
  }

  /// Parses the target of a request line; of an absolute URL, only the path and the query are used.
  ///
  /// It compares bytes, because a `?` followed by a combining mark is a single `Character`.
  ///
  /// - Throws: ``RequestTargetError``.
  public init(parsing raw: String) throws(RequestTargetError) {
    var rest = Array(raw.utf8).prefix { $0 != UInt8(ascii: "#") }
    for scheme in ["http://", "https://"]
    where String(decoding: rest.prefix(scheme.utf8.count), as: UTF8.self).lowercased() == scheme {
      rest = rest.dropFirst(scheme.utf8.count).drop { !Self.endsAuthority($0) }
      if rest.isEmpty { rest = [UInt8(ascii: "/")] }
      break
    }
    guard let first = rest.first, Self.endsAuthority(first) else { throw .noSuchPath }
    let rawPath = rest.prefix { $0 != UInt8(ascii: "?") }
    path = try Self.components(of: rawPath)
    query = try Self.items(of: rest.dropFirst(rawPath.count + 1))
  }

  /// The target in origin form, percent-encoded.
  public var text: String {
    let path = "/" + path.map(PercentEncoding.encode).joined(separator: "/")
    guard !query.isEmpty else { return path }
    let items = query.map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    return "\(path)?\(items.joined(separator: "&"))"
  }

  /// The last value of a query item, or nil if there is none.
  public subscript(name: String) -> String? { query.last { $0.name == name }?.value }

  private static func endsAuthority(_ byte: UInt8) -> Bool {
    byte == UInt8(ascii: "/") || byte == UInt8(ascii: "?")
  }

  private static func components(of path: ArraySlice<UInt8>) throws(RequestTargetError) -> [String]
  {
    var components: [String] = []
    for raw in path.split(separator: UInt8(ascii: "/")) {
      let component = try decode(raw, plusIsBlank: false)
      guard component != "..", component != ".", !component.utf8.contains(UInt8(ascii: "/")) else {
        throw .noSuchPath
      }
      components.append(component)
    }
    return components
  }

  private static func items(of query: ArraySlice<UInt8>) throws(RequestTargetError) -> [Item] {
    var items: [Item] = []
    for pair in query.split(separator: UInt8(ascii: "&")) {
      let name = pair.prefix { $0 != UInt8(ascii: "=") }
      let value = pair.dropFirst(name.count + 1)
      items.append(
        Item(
          name: try decode(name, plusIsBlank: true), value: try decode(value, plusIsBlank: true)))
    }
    return items
  }

  private static func decode(
    _ bytes: ArraySlice<UInt8>, plusIsBlank: Bool
  ) throws(RequestTargetError) -> String {
    guard let text = PercentEncoding.decode(bytes: bytes, plusIsBlank: plusIsBlank),
      !text.utf8.contains(0)
    else { throw .malformed }
    return text
  }
}
