/// A request as a `curl` command that works when pasted, with its secrets as variables.
import MarketWire

/// Writes the command. The identifier is `$OPENMARKET_IDENTIFIER`, the secret
/// `$OPENMARKET_SECRET`, the token of a removal `$OPENMARKET_REMOVAL_TOKEN`; the pictures of a
/// create are read from files of their names.
struct CurlCommand {
  private var words: [ShellWord] = [ShellWord("curl")]
  /// What must not be seen, as it stands in the request.
  private(set) var secrets: [String] = []

  init(_ request: HTTPRequest) {
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
      for part in parts { words += [ShellWord("-F"), form(part)] }
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

  /// An object with its `secret` as a variable; nil where the bytes are no object, in which a
  /// secret could not be found.
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

  /// `name="…";type=…` or `name=@"file";type=…`, quoted as `curl -F` reads it.
  private mutating func form(_ part: MultipartPart) -> ShellWord {
    func escaped(_ text: String) -> String {
      text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
    }
    if let filename = part.filename {
      let type = part.body.first == 0x89 ? "image/png" : "image/jpeg"
      return ShellWord("\(part.name)=@\"\(escaped(filename))\";type=\(type)")
    }
    let value = json(part.body) ?? ShellWord("***")
    return ShellWord("\(part.name)=\"") + value.map(escaped)
      + ShellWord("\";type=application/json")
  }

  /// JSON in which what steers a terminal or turns the order of letters round is written as an
  /// escape: the same value, and a line that can be shown and copied as it is.
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
