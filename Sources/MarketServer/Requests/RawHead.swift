import MarketWire

/// The request line and the header fields of a request as they arrived, with the checks for them.
struct RawHead {
  var method: String
  var target: String
  var version: String
  var fields: [(name: String, value: String)] = []

  func checkSizes(_ limits: ServerLimits) throws(RequestRefusal) {
    let line = method.utf8.count + target.utf8.count + version.utf8.count + 4
    guard line <= limits.requestLineBytes else {
      throw .requestLineTooLong(limit: limits.requestLineBytes)
    }
    try Self.checkParameters(of: target.utf8)
    guard fields.count <= limits.headerFields else {
      throw .tooManyFields(limit: limits.headerFields)
    }
    let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard bytes <= limits.headerBytes else { throw .headersTooLarge(limit: limits.headerBytes) }
  }

  /// Checks that a target or a request line has at most 200 parameters (API 8.1).
  static func checkParameters(of target: some Sequence<UInt8>) throws(RequestRefusal) {
    let limit = 200
    guard target.count(where: { $0 == UInt8(ascii: "&") }) < limit else {
      throw .tooManyParameters(limit: limit)
    }
  }

  func checkRequestLine() throws(RequestRefusal) {
    guard method.isToken, method.utf8.count <= 32 else { throw .methodMalformed }
    guard !target.isEmpty, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw .targetMalformed
    }
    // A higher minor version is treated as 1.1 (RFC 9110, 2.5).
    guard version.hasPrefix("HTTP/1."), version.utf8.count == 8, version.utf8.last?.isDigit == true
    else {
      throw .versionUnknown
    }
  }

  /// Checks names and values.
  ///
  /// A space before the colon makes a name invalid. Two readers of such a request could disagree
  /// about its fields (RFC 9112, 5.1).
  func checkFields() throws(RequestRefusal) {
    for field in fields {
      guard field.name.isToken else { throw .fieldNameMalformed }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw .fieldValueMalformed(name: field.name)
      }
    }
  }

  /// The framing of the body.
  ///
  /// Ambiguous framing is refused, because a proxy may have read it differently (RFC 9112, 6.1 and
  /// 11.2).
  func framing() throws(RequestRefusal) -> BodyFraming {
    let lengths = values(of: "content-length")
    let codings = values(of: "transfer-encoding")
    guard codings.isEmpty || lengths.isEmpty else { throw .lengthWithCoding }
    if !codings.isEmpty {
      // `lowercased` would also turn the Kelvin sign into a k, unlike the library, so bytes are
      // compared.
      let isChunked = codings[0].utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 }
      guard !isHTTP10, codings.count == 1, isChunked else { throw .codingUnknown }
      return .chunked
    }
    guard let text = lengths.first else { return .length(0) }
    guard lengths.count == 1 else { throw .lengthRepeated }
    guard Self.isLength(text), let length = Int(text) else { throw .lengthMalformed }
    return .length(length)
  }

  /// Whether the value of `Content-Length` is in decimal digits and has at most 63 bits.
  static func isLength(_ text: String) -> Bool {
    text.utf8.allSatisfy(\.isDigit) && Int(text) != nil
  }

  /// Checks for exactly one valid `Host`, which HTTP/1.0 may omit (RFC 9112, 3.2).
  func checkHost() throws(RequestRefusal) {
    let hosts = values(of: "host")
    guard hosts.count == 1 || (hosts.isEmpty && isHTTP10) else { throw .hostMissing }
    guard hosts.allSatisfy(\.isAuthority) else { throw .hostMalformed }
  }

  /// The target in origin form, and the authority if the target is a URL.
  func originForm() throws(RequestRefusal) -> (target: String, authority: String?) {
    if target.hasPrefix("/") || (target == "*" && method == "OPTIONS") { return (target, nil) }
    guard let scheme = ["http://", "https://"].first(where: target.lowercased().hasPrefix) else {
      throw .targetMalformed
    }
    let rest = target.dropFirst(scheme.count)
    let end = rest.firstIndex { $0 == "/" || $0 == "?" } ?? rest.endIndex
    let authority = String(rest[..<end])
    guard authority.isAuthority else { throw .targetMalformed }
    let path = String(rest[end...])
    return (path.hasPrefix("/") ? path : "/" + path, authority)
  }

  private var isHTTP10: Bool { version == "HTTP/1.0" }

  private func values(of name: String) -> [String] {
    // Names are tokens here, so only upper and lower case differ in this bit.
    fields.filter { field in
      field.name.utf8.count == name.utf8.count
        && field.name.utf8.elementsEqual(name.utf8) { $0 | 0x20 == $1 }
    }.map(\.value)
  }
}

extension RawHead {
  /// Splits a request line like the library: at its first and at its last space.
  init(requestLine line: ArraySlice<UInt8>) {
    let space = UInt8(ascii: " ")
    let first = line.firstIndex(of: space) ?? line.endIndex
    let last = line.lastIndex(of: space) ?? line.endIndex
    func text(_ bytes: ArraySlice<UInt8>) -> String { String(decoding: bytes, as: UTF8.self) }
    method = text(line[..<first])
    // "GET /" has no version.
    target = text(first < last ? line[(first + 1)..<last] : line[first...].dropFirst())
    version = text(first < last ? line[(last + 1)...] : [])
  }
}

extension String {
  /// The text without the spaces and tabs around it (RFC 9110, 5.5).
  var trimmingWhitespace: String {
    let isWhitespace: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isWhitespace(first) || isWhitespace(last)
    else {
      return self
    }
    return String(
      decoding: utf8.drop(while: isWhitespace).reversed().drop(while: isWhitespace).reversed(),
      as: UTF8.self)
  }

  /// Whether the text is a token (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty && utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// Whether the text is a name, an IPv4 address or an IPv6 address in brackets, with an optional
  /// port.
  fileprivate var isAuthority: Bool {
    let bytes = Array(utf8)
    let hostEnd: Int
    if bytes.first == UInt8(ascii: "[") {
      guard let close = bytes.firstIndex(of: UInt8(ascii: "]")), close > 2,
        bytes[1..<close].allSatisfy({ $0.isAlphanumeric || ":.%-_".utf8.contains($0) })
      else { return false }
      hostEnd = close + 1
    } else {
      hostEnd = bytes.firstIndex(of: UInt8(ascii: ":")) ?? bytes.endIndex
      guard hostEnd > 0,
        bytes[..<hostEnd].allSatisfy({ $0.isAlphanumeric || "-._~".utf8.contains($0) })
      else { return false }
    }
    let port = bytes[hostEnd...]
    guard let colon = port.first else { return true }
    return colon == UInt8(ascii: ":") && port.count <= 6
      && port.dropFirst().allSatisfy(\.isDigit)
  }
}
