/// The parameters of a header value such as `form-data; name="params"; filename=a b.jpg`.

/// Reads parameters leniently: quotes are optional, blanks around `=` and `;` do not matter, a
/// value without quotes runs to the next `;` and may hold blanks (API 1.5).
struct HeaderParameters {
  private var values: [String: String] = [:]

  init(_ value: String) {
    var rest = Substring(value.unicodeScalars.drop { $0 != ";" })
    while let mark = rest.first {
      if mark == ";" || mark == " " || mark == "\t" {
        rest.removeFirst()
        continue
      }
      let name = rest.prefix { $0 != "=" && $0 != ";" }
      rest = rest.dropFirst(name.count)
      guard rest.first == "=" else { continue }
      rest = rest.dropFirst().drop { $0 == " " || $0 == "\t" }
      let text = rest.first == "\"" ? Self.takeQuoted(&rest) : Self.takePlain(&rest)
      let key = Self.trimmed(name).lowercased()
      if values[key] == nil { values[key] = key.hasSuffix("*") ? Self.extended(text) : text }
    }
  }

  subscript(name: String) -> String? { values[name] }

  private static func takeQuoted(_ rest: inout Substring) -> String {
    rest.removeFirst()
    var text = ""
    while let character = rest.popFirst(), character != "\"" {
      if character == "\\", let next = rest.first, next == "\"" || next == "\\" {
        text.append(next)
        rest.removeFirst()
      } else {
        text.append(character)
      }
    }
    return text
  }

  private static func takePlain(_ rest: inout Substring) -> String {
    let text = rest.prefix { $0 != ";" }
    rest = rest.dropFirst(text.count)
    return String(trimmed(text))
  }

  /// `UTF-8''%EB%A8%B8` of RFC 8187; anything else stays as it is.
  private static func extended(_ text: String) -> String {
    let pieces = text.split(separator: "'", maxSplits: 2, omittingEmptySubsequences: false)
    guard pieces.count == 3, pieces[0].lowercased() == "utf-8" else { return text }
    return PercentEncoding.decode(pieces[2]) ?? text
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text
    while text.first?.isWhitespace == true { text.removeFirst() }
    while text.last?.isWhitespace == true { text.removeLast() }
    return text
  }
}
