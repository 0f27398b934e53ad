extension JSON {
  /// Returns the value as JSON in UTF-8, with as few escapes as the training server used.
  ///
  /// - Parameter indented: Whether to put each element on its own line, indented by two spaces per
  ///   level; otherwise there is no white space between tokens.
  public func bytes(indented: Bool = false) -> [UInt8] {
    var writer = JSONWriter(indented: indented)
    writer.write(self, level: 0)
    return writer.output
  }

  /// Returns the value as a JSON text; see ``bytes(indented:)``.
  public func text(indented: Bool = false) -> String {
    String(decoding: bytes(indented: indented), as: UTF8.self)
  }
}

private struct JSONWriter {
  var output: [UInt8] = []
  let indented: Bool

  mutating func write(_ value: JSON, level: Int) {
    switch value {
    case .null: append("null")
    case .bool(let flag): append(flag ? "true" : "false")
    case .number(let number): append(number.literal)
    case .string(let text): writeString(text)
    case .array(let values):
      list("[", "]", count: values.count, level: level) { writer, index in
        writer.write(values[index], level: level + 1)
      }
    case .object(let object):
      list("{", "}", count: object.members.count, level: level) { writer, index in
        writer.writeString(object.members[index].key)
        writer.append(writer.indented ? ": " : ":")
        writer.write(object.members[index].value, level: level + 1)
      }
    }
  }

  private mutating func list(
    _ open: String, _ close: String, count: Int, level: Int,
    element: (inout JSONWriter, Int) -> Void
  ) {
    append(open)
    for index in 0..<count {
      if index > 0 { append(",") }
      newline(level + 1)
      element(&self, index)
    }
    if count > 0 { newline(level) }
    append(close)
  }

  private mutating func newline(_ level: Int) {
    guard indented else { return }
    append("\n" + String(repeating: "  ", count: level))
  }

  private mutating func append(_ text: String) {
    output.append(contentsOf: text.utf8)
  }

  private mutating func writeString(_ text: String) {
    output.append(UInt8(ascii: "\""))
    output.appendJSONCharacters(of: text)
    output.append(UInt8(ascii: "\""))
  }
}
