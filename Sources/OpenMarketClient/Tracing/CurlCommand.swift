import MarketWire

/// A request as a `curl` command that can be pasted into a shell.
///
/// The identifier is `$OPENMARKET_IDENTIFIER`, the secret `$OPENMARKET_SECRET` and the token of a
/// removal `$OPENMARKET_REMOVAL_TOKEN`.
struct CurlCommand {
  private var words: [ShellWord] = [ShellWord("curl")]
  /// The secrets in the request.
  private(set) var secrets: [String] = []

  /// - Parameter imageFile: Returns the path of a file with the bytes of an image, or nil.
  init(_ request: HTTPRequest, imageFile: ([UInt8]) -> String?) {
    switch request.method {
    case .get: break
    case .head: words.append(ShellWord("-I"))
    default: words += [ShellWord("-X"), ShellWord(request.method.rawValue)]
    }
    words.append(target(of: request))
    let parts = try? MultipartReader.parts(
      of: request.body, contentType: request.headers[.contentType])
    for field in request.headers.fields {
      if parts != nil, field.name == .contentType { continue }
      words += [ShellWord("-H"), header(field)]
    }
    if let parts {
      for part in parts { words += [ShellWord("-F"), form(part, imageFile)] }
    } else if !request.body.isEmpty {
      words += [ShellWord("--data-raw"), json(request.body) ?? ShellWord("***")]
    }
  }

  var text: String { words.map(\.quoted).joined(separator: " ") }

  private mutating func target(of request: HTTPRequest) -> ShellWord {
    let slash = request.target.lastIndex(of: "/") ?? request.target.startIndex
    let token = request.target[slash...].dropFirst()
    guard request.method == .delete, Int(token) == nil else { return ShellWord(request.target) }
    secrets.append(String(token))
    var word = ShellWord(String(request.target[...slash]))
    word.append(variable: "OPENMARKET_REMOVAL_TOKEN")
    return word
  }

  private mutating func header(_ field: HTTPHeaders.Field) -> ShellWord {
    var word = ShellWord(field.name.text + ": ")
    switch field.name {
    case .identifier:
      secrets.append(field.value)
      word.append(variable: "OPENMARKET_IDENTIFIER")
    case "Authorization", "Cookie": word.append("***")
    default: word.append(field.value)
    }
    return word
  }

  /// Returns a JSON object with its `secret` as a variable, or nil if the bytes are not an object,
  /// because then a secret could not be found.
  private mutating func json(_ bytes: some Collection<UInt8>) -> ShellWord? {
    guard let object = (try? JSON(parsing: bytes))?.objectValue else { return nil }
    var word = ShellWord("{")
    for (index, member) in object.members.enumerated() {
      let separator = index == 0 ? "" : ","
      word.append("\(separator)\(Self.text(.string(member.key))):")
      if member.key == "secret" {
        if let secret = member.value.stringValue { secrets.append(secret) }
        word.append("\"")
        word.append(variable: "OPENMARKET_SECRET")
        word.append("\"")
      } else {
        word.append(Self.text(member.value))
      }
    }
    word.append("}")
    return word
  }

  /// Returns `name="…";type=…` or `name=@"file";filename="…";type=…`, quoted for `curl -F`.
  private mutating func form(
    _ part: MultipartPart, _ imageFile: ([UInt8]) -> String?
  ) -> ShellWord {
    func escaped(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    if let filename = part.filename {
      let type = part.body.first == 0x89 ? "image/png" : "image/jpeg"
      let name = "\"\(escaped(filename))\""
      let file = imageFile(Array(part.body)).map { "\"\(escaped($0))\";filename=\(name)" } ?? name
      return ShellWord("\(part.name)=@\(file);type=\(type)")
    }
    let value = json(part.body) ?? ShellWord("***")
    return ShellWord("\(part.name)=\"") + value.map(escaped)
      + ShellWord("\";type=application/json")
  }

  /// Returns the value as JSON that is safe to show in a terminal: control characters and marks that
  /// change the text direction are written as escapes.
  private static func text(_ value: JSON) -> String {
    value.text().unicodeScalars.reduce(into: "") { text, scalar in
      switch scalar.value {
      case 0x7F...0x9F, 0x61C, 0x200E, 0x200F, 0x2028...0x202E, 0x2066...0x2069:
        let digits = String(scalar.value, radix: 16)
        text += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
      default: text.unicodeScalars.append(scalar)
      }
    }
  }
}
