/// The texts and tags of HTML, one after the other.
///
/// It reads what programs write into descriptions and into tables that they call `.xls`; what no
/// browser shows, such as comments and scripts, is left out.
struct HTMLScanner: Sequence, IteratorProtocol {
  enum Token: Hashable {
    /// A text as it is written, with its entities.
    case text(Substring)
    /// The name in small letters, and what follows it up to `>`.
    case start(String, attributes: Substring)
    case end(String)
  }

  private var rest: Substring

  init(_ text: some StringProtocol) { rest = Substring(text) }

  mutating func next() -> Token? {
    while let first = rest.first {
      guard first == "<" else {
        let text = rest.prefix { $0 != "<" }
        rest = rest[text.endIndex...]
        return .text(text)
      }
      if rest.hasPrefix("<!--") {
        skip(behind: "-->")
      } else if rest.hasPrefix("<!") || rest.hasPrefix("<?") {
        skip(behind: ">")
      } else if let tag = tag() {
        guard case .start(let name, _) = tag, ["script", "style"].contains(name) else { return tag }
        skip(behind: "</\(name)")
        skip(behind: ">")
      } else {
        rest = rest.dropFirst()
        return .text("<")
      }
    }
    return nil
  }

  private mutating func skip(behind end: String) {
    rest = rest.firstRange(of: end).map { rest[$0.upperBound...] } ?? ""
  }

  /// The tag at the beginning; nil if it is only a sign for "less than".
  private mutating func tag() -> Token? {
    let inner = rest.dropFirst()
    let isEnd = inner.first == "/"
    let body = isEnd ? inner.dropFirst() : inner
    let name = body.prefix { $0.isASCII && ($0.isLetter || $0.isNumber || $0 == ":") }
    guard name.first?.isLetter ?? false, let end = Self.end(of: body) else { return nil }
    let after = body[name.endIndex...]
    guard let next = after.first, next == ">" || next == "/" || next.isWhitespace else {
      return nil
    }
    rest = body[end...].dropFirst()
    let lowercased = name.lowercased()
    return isEnd ? .end(lowercased) : .start(lowercased, attributes: body[name.endIndex..<end])
  }

  /// The `>` that is in no quotes; nil without one.
  private static func end(of body: Substring) -> Substring.Index? {
    var quote: Character?
    for index in body.indices {
      let character = body[index]
      if character == quote {
        quote = nil
      } else if quote == nil {
        if character == ">" { return index }
        if character == "<" { return nil }
        if character == "\"" || character == "'" { quote = character }
      }
    }
    return nil
  }

  /// The value of an attribute.
  static func value(of name: String, in attributes: Substring) -> String? {
    let text = attributes.lowercased()
    guard let found = text.firstRange(of: name + "=") else { return nil }
    let value = text[found.upperBound...]
    guard let quote = value.first, quote == "\"" || quote == "'" else {
      return String(value.prefix { !$0.isWhitespace && $0 != "/" })
    }
    return String(value.dropFirst().prefix { $0 != quote })
  }
}
