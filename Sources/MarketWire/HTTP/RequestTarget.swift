/// The target of a request taken apart: decoded path components and query items.

/// Why a target is refused.
public enum TargetProblem: Error, Hashable, Sendable {
  /// No such thing can exist here: `..`, an encoded slash, another scheme.
  case noSuchPath
  /// Not well-formed: a broken escape, bytes that are not UTF-8, a NUL.
  case malformed
}

/// A path with its query. Slashes that are doubled or trail, and a bare `?`, are passed over
/// (API 1.1); everything is decoded exactly once.
public struct RequestTarget: Hashable, Sendable {
  /// One `name=value` of the query.
  public struct Item: Hashable, Sendable {
    public var name: String
    public var value: String

    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public var path: [String]
  public var query: [Item]

  public init(path: [String], query: [Item] = []) {
    self.path = path
    self.query = query
  }

  /// Takes the raw target of a request line apart. An absolute URL counts by its path.
  public init(parsing raw: String) throws(TargetProblem) {
    var rest = Substring(raw)
    if let fragment = rest.firstIndex(of: "#") { rest = rest[..<fragment] }
    for scheme in ["http://", "https://"] where rest.lowercased().hasPrefix(scheme) {
      let authority = rest.dropFirst(scheme.count)
      rest = authority.firstIndex { $0 == "/" || $0 == "?" }.map { authority[$0...] } ?? "/"
    }
    guard rest.hasPrefix("/") || rest.hasPrefix("?") else { throw .noSuchPath }
    let mark = rest.firstIndex(of: "?") ?? rest.endIndex
    path = try Self.components(of: rest[..<mark])
    query = try Self.items(of: rest[mark...].dropFirst())
  }

  /// The target in origin form, encoded.
  public var text: String {
    let path = "/" + path.map(PercentEncoding.encode).joined(separator: "/")
    guard !query.isEmpty else { return path }
    let items = query.map {
      "\(PercentEncoding.encode($0.name))=\(PercentEncoding.encode($0.value))"
    }
    return "\(path)?\(items.joined(separator: "&"))"
  }

  /// The last value of a query item.
  public subscript(name: String) -> String? { query.last { $0.name == name }?.value }

  private static func components(of path: Substring) throws(TargetProblem) -> [String] {
    var components: [String] = []
    for raw in path.utf8.split(separator: UInt8(ascii: "/")) {
      guard let component = PercentEncoding.decode(Substring(raw)) else { throw .malformed }
      guard !component.unicodeScalars.contains("\0") else { throw .malformed }
      guard component != "..", component != ".", !component.utf8.contains(UInt8(ascii: "/")) else {
        throw .noSuchPath
      }
      components.append(component)
    }
    return components
  }

  private static func items(of query: Substring) throws(TargetProblem) -> [Item] {
    var items: [Item] = []
    for pair in query.utf8.split(separator: UInt8(ascii: "&")) {
      let mark = pair.firstIndex(of: UInt8(ascii: "=")) ?? pair.endIndex
      guard let name = PercentEncoding.decode(Substring(pair[..<mark]), plusIsBlank: true),
        let value = PercentEncoding.decode(Substring(pair[mark...].dropFirst()), plusIsBlank: true),
        !value.unicodeScalars.contains("\0")
      else { throw .malformed }
      items.append(Item(name: name, value: value))
    }
    return items
  }
}
