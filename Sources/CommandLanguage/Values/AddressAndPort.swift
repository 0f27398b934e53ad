public import Messages

#if canImport(Glibc)
  import Glibc
#else
  import Darwin
#endif

/// A place to listen at: `127.0.0.1:9090`, `[::1]:9090`, `localhost:9090`.
public struct AddressAndPort: Hashable, ParameterValue {
  /// A numeric address without brackets, or `localhost`.
  public let host: String
  /// 0 to 65,535.
  public let port: Int

  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    if word.text.isEmpty { throw .empty }
    guard let colon = word.text.lastIndex(of: ":") else { throw .notAnAddress }
    var host = String(word.text[..<colon])
    let digits = word.text[word.text.index(after: colon)...]
    let isBracketed = host.hasPrefix("[") && host.hasSuffix("]")
    if isBracketed { host = String(host.dropFirst().dropLast()) }
    guard NumberText.isDigits(digits), let port = Int(digits), port <= 65_535,
      isBracketed ? isNumeric(host, AF_INET6) : host == "localhost" || isNumeric(host, AF_INET)
    else { throw .notAnAddress }
    return AddressAndPort(host: host, port: port)
  }

  private static func isNumeric(_ host: String, _ family: Int32) -> Bool {
    var bytes = in6_addr()
    return !host.utf8.contains(0) && inet_pton(family, host, &bytes) == 1
  }

  public static let valueName: Message = "address:port"
  public static let sample = "127.0.0.1:9090"
  public var description: String { "\(host.contains(":") ? "[\(host)]" : host):\(port)" }
}
