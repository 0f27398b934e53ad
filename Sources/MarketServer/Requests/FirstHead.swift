/// The bytes of a connection's first request as they wait in the socket, before the library reads
/// them.
///
/// libmicrohttpd 0.9.75 responds to `Content-Length: +2` with two header sections. It joins folded
/// lines and ends a text at a NUL. It closes the connection without a response if the parameters of a
/// query do not fit in its memory. It refuses a version, or a line without a colon, with a page of its
/// own, and without a line in the log. Only the raw bytes show this.
package struct FirstHead {
  enum Finding: Hashable {
    /// The header section has not ended yet.
    case incomplete(hasRequestLine: Bool)
    case complete
    case refused(RequestRefusal)
  }

  let finding: Finding
  /// The method, the target and the version, as far as they arrived.
  let requestLine: [Substring]

  /// - Parameter fields: the number of header fields that are looked at. The accept thread has no
  ///   time for more.
  package init(_ bytes: some Collection<UInt8>, fields: Int = 100) {
    // Empty lines before the request line are ignored (RFC 9112, 2.2).
    let rest = Array(bytes.drop { $0 == Self.lineFeed || $0 == Self.carriageReturn })
    var lines: [ArraySlice<UInt8>] = []
    var start = 0
    var isComplete = false
    while lines.count <= fields + 1, let end = rest[start...].firstIndex(of: Self.lineFeed) {
      var line = rest[start..<end]
      if line.last == Self.carriageReturn { line.removeLast() }
      start = end + 1
      isComplete = line.isEmpty
      if isComplete { break }
      lines.append(line)
    }
    requestLine = String(decoding: lines.first ?? rest[...], as: UTF8.self).split(separator: " ")
    guard lines.count <= fields + 1 else {
      finding = .refused(.tooManyFields(limit: fields))
      return
    }
    guard isComplete else {
      finding = .incomplete(hasRequestLine: !lines.isEmpty)
      return
    }
    finding = Self.refusal(of: lines).map(Finding.refused) ?? .complete
  }

  private static func refusal(of lines: [ArraySlice<UInt8>]) -> RequestRefusal? {
    if lines.contains(where: { $0.contains(0) }) { return RequestRefusal.nullByte }
    do throws(RequestRefusal) {
      try RawHead.checkParameters(of: lines.first ?? [])
      try RawHead(requestLine: lines.first ?? []).checkRequestLine()
      for line in lines.dropFirst() { try check(field: line) }
      return nil
    } catch {
      return error
    }
  }

  private static func check(field line: ArraySlice<UInt8>) throws(RequestRefusal) {
    if line.first == 0x20 || line.first == 0x09 { throw .lineFolded }
    guard let colon = line.firstIndex(of: UInt8(ascii: ":")), colon > line.startIndex else {
      throw .fieldNameMalformed
    }
    let name = String(decoding: line[..<colon], as: UTF8.self)
    let value = String(decoding: line[(colon + 1)...], as: UTF8.self).trimmingWhitespace
    if name.lowercased() == "content-length", !RawHead.isLength(value) { throw .lengthMalformed }
  }

  private static let lineFeed = UInt8(ascii: "\n")
  private static let carriageReturn = UInt8(ascii: "\r")
}
