/// The header section of a request as it arrived, and the rules that it must keep.

/// Request line and fields in the order received, none of it trusted.
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
    guard fields.count <= limits.headerFields else {
      throw .tooManyFields(limit: limits.headerFields)
    }
    let bytes = fields.reduce(0) { $0 + $1.name.utf8.count + $1.value.utf8.count + 4 }
    guard bytes <= limits.headerBytes else { throw .headersTooLarge(limit: limits.headerBytes) }
  }

  func checkRequestLine() throws(RequestRefusal) {
    guard method.isToken, method.utf8.count <= 32 else { throw .methodMalformed }
    guard !target.isEmpty, target.utf8.allSatisfy({ $0 > 0x20 && $0 != 0x7F }) else {
      throw .targetMalformed
    }
    // A higher minor version is answered as 1.1 would be (RFC 9110, 2.5).
    guard version.hasPrefix("HTTP/1."), version.utf8.count == 8, version.utf8.last?.isDigit == true
    else {
      throw .versionUnknown
    }
  }

  /// A name that is not a token covers the blank before the colon, with which two readers of one
  /// request can disagree about which fields it has (RFC 9112, 5.1).
  func checkFields() throws(RequestRefusal) {
    for field in fields {
      guard field.name.isToken else { throw .fieldNameMalformed }
      guard field.value.utf8.allSatisfy({ $0 >= 0x20 && $0 != 0x7F || $0 == 0x09 }) else {
        throw .fieldValueMalformed(name: field.name)
      }
    }
  }

  /// The framing, where any doubt is refused: a proxy in front may have read it the other way
  /// (RFC 9112, 6.1 and 11.2).
  func framing() throws(RequestRefusal) -> BodyFraming {
    let lengths = values(of: "content-length")
    let codings = values(of: "transfer-encoding")
    guard codings.isEmpty || lengths.isEmpty else { throw .lengthWithCoding }
    if !codings.isEmpty {
      // By bytes: `lowercased` would also take the Kelvin sign for a k, which the library does not.
      let isChunked = codings[0].utf8.elementsEqual("chunked".utf8) { $0 | 0x20 == $1 }
      guard !isHTTP10, codings.count == 1, isChunked else { throw .codingUnknown }
      return .chunked
    }
    guard let text = lengths.first else { return .length(0) }
    guard lengths.count == 1 else { throw .lengthRepeated }
    guard text.utf8.allSatisfy(\.isDigit), let length = Int(text) else {
      throw .lengthMalformed
    }
    return .length(length)
  }

  /// Exactly one sound `Host`, which HTTP/1.0 may leave out (RFC 9112, 3.2).
  func checkHost() throws(RequestRefusal) {
    let hosts = values(of: "host")
    guard hosts.count == 1 || (hosts.isEmpty && isHTTP10) else { throw .hostMissing }
    guard hosts.allSatisfy(\.isAuthority) else { throw .hostMalformed }
  }

  /// The target in origin form, with the authority if it was a URL.
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
    fields.filter { $0.name.lowercased() == name }.map(\.value)
  }
}

extension String {
  /// The value without the blanks around it, which are no part of it (RFC 9110, 5.5).
  var withoutOuterBlanks: String {
    let isBlank: (UInt8) -> Bool = { $0 == 0x20 || $0 == 0x09 }
    guard let first = utf8.first, let last = utf8.last, isBlank(first) || isBlank(last) else {
      return self
    }
    return String(
      decoding: utf8.drop(while: isBlank).reversed().drop(while: isBlank).reversed(), as: UTF8.self)
  }

  /// A token of HTTP (RFC 9110, 5.6.2).
  fileprivate var isToken: Bool {
    !isEmpty && utf8.allSatisfy { $0.isAlphanumeric || "!#$%&'*+-.^_`|~".utf8.contains($0) }
  }

  /// A name, an IPv4 address or an IPv6 address in brackets, then perhaps a port.
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

extension UInt8 {
  fileprivate var isDigit: Bool { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(self) }

  fileprivate var isAlphanumeric: Bool {
    let lowered = self | 0x20
    return isDigit || (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(lowered)
  }
}
