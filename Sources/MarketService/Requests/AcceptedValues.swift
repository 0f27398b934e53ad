import MarketWire

/// The values that a client accepts, each with its weight (RFC 9110, section 12.4.2).
struct AcceptedValues {
  /// The values in lower case, in the order of the header.
  let items: [(value: String, weight: Double)]

  /// Parses a header such as `Accept-Language: ko-KR, en;q=0.8`; a malformed weight counts as 0.
  init(_ name: HTTPHeaderName, of request: HTTPRequest) {
    let header = request.headers.all(name).joined(separator: ",")
    items = header.utf8.prefix(1000).split(separator: UInt8(ascii: ",")).map { item in
      let parts = item.split(separator: UInt8(ascii: ";")).map { part in
        String(decoding: part.filter { $0 > 0x20 }, as: UTF8.self)
      }
      let quality = parts.dropFirst().first { $0.hasPrefix("q=") }?.dropFirst(2)
      return ((parts.first ?? "").lowercased(), quality.map { Double($0) ?? 0 } ?? 1)
    }
  }

  /// The weight of a value; nil if the header does not name it.
  func weight(of value: String) -> Double? { items.first { $0.value == value }?.weight }
}
