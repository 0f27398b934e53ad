import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedBodyLimitTests {
  private let served: ServedMarket
  private let id: Int

  init() throws {
    served = try ServedMarket()
    id = try served.listing()
  }

  /// Methods, paths below `/api/products` and their body limits in bytes.
  static let limits: [(HTTPMethod, String, Int)] = [
    (.post, "", 2 << 20), (.patch, "/1", 64 << 10), (.post, "/1/archived", 64 << 10),
    (.delete, "/MXwxMjM0NTY3OC05MGFiLTExZWUtOTk5OS1mZWVkZmFjZWNhZmU=", 64 << 10),
    (.get, "", 64 << 10), (.get, "/1", 64 << 10),
  ]

  @Test(arguments: limits)
  func `a Content-Length above the limit is refused`(
    method: HTTPMethod, path: String, limit: Int
  ) throws {
    var request = HTTPRequest(method, "/api/products\(path)", headers: [.identifier: "nobody"])
    request.headers[.contentLength] = "\(limit + 1)"
    let expected = ExpectedResponse(status: 413, isClosed: true, word: "\(limit)")
    // The server does not wait for the body.
    try expected.check(request.onTheWire, to: served)
    request.body = [UInt8](repeating: 0, count: limit + 1)
    try expected.check(request.onTheWire, to: served)
    request.body.removeLast()
    request.headers[.contentLength] = "\(limit)"
    #expect(try served.ask(request).status != 413)
  }

  @Test(arguments: limits)
  func `a chunked body above the limit is refused`(
    method: HTTPMethod, path: String, limit: Int
  ) throws {
    var request = HTTPRequest(
      method, "/api/products\(path)",
      headers: [.identifier: "nobody", "Transfer-Encoding": "chunked"])
    let chunk =
      Array("8000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x8000) + Array("\r\n".utf8)
    request.body = Array([[UInt8]](repeating: chunk, count: limit / 0x8000).joined())
    request.body += Array("1\r\n \r\n".utf8)
    // The last chunk is never sent.
    try ExpectedResponse(status: 413, isClosed: true).check(request.onTheWire, to: served)
  }

  /// Invalid forms, each with a word of the message.
  static let forms: [FormRefusal] = [
    FormRefusal("seventeen parts", "16") { form in
      form.images = Array(repeating: form.images[0], count: 16)
    },
    FormRefusal("10,241 bytes of headers in a part", "10240") {
      $0.images[0].lines.append("X: " + String(repeating: "a", count: 10_240))
    },
    FormRefusal("endless headers of a part", "10240") {
      $0.images[0].lines = ["X: " + String(repeating: "a", count: 20_000)]
      $0.images[0].content = []
    },
    FormRefusal("params of more than 64 KiB", "params") {
      $0.params.content += [UInt8](repeating: 0x20, count: 65_536)
    },
    FormRefusal("no boundary in the header", "boundary") {
      $0.contentType = "multipart/form-data"
    },
    FormRefusal("an empty boundary", "boundary") {
      $0.contentType = #"multipart/form-data; boundary="""#
    },
    FormRefusal("a boundary of 201 bytes", "boundary") {
      $0.boundary = String(repeating: "b", count: 201)
      $0.contentType = "multipart/form-data; boundary=\($0.boundary)"
    },
    FormRefusal("a boundary that is not in the body", "boundary") { $0.boundary = "another" },
    FormRefusal("another content type", "multipart") { $0.contentType = "application/json" },
    FormRefusal("a truncated body", "") { $0.closing = "" },
    FormRefusal("a part without a name", "") {
      $0.params.lines = ["Content-Disposition: form-data"]
    },
    FormRefusal("no params", "params") {
      $0.params.lines = [#"Content-Disposition: form-data; name="param""#]
    },
    FormRefusal("no images", "images") { $0.images = [] },
    FormRefusal("six images", "images") { form in
      form.images = Array(repeating: form.images[0], count: 6)
    },
  ]

  @Test(arguments: forms)
  func `an invalid form is refused with its reason`(_ refusal: FormRefusal) throws {
    var form = ServedForm(served.shop)
    refusal.change(&form)
    try ExpectedResponse(status: 400, word: refusal.word).check(form.request.onTheWire, to: served)
    #expect(try served.count == 1)
    #expect(served.market.files("waiting").isEmpty)
  }

  /// Members of an edit, each with the expected status.
  static let members: [(name: String, text: String, status: Int)] = [
    ("31 arrays within the object", deep(31), 200), ("32 arrays within the object", deep(32), 400),
    ("50,000 open brackets", "\"a\":" + String(repeating: "[", count: 50_000), 400),
    ("10,000 nested objects", String(repeating: "\"a\":{", count: 10_000), 400),
    ("not a number", #""price":NaN"#, 400), ("infinity", #""price":Infinity"#, 400),
    ("a number out of range", #""price":1e999999999"#, 400),
    ("a number of 60,000 digits", "\"price\":" + String(repeating: "9", count: 60_000), 400),
    ("a stock out of range", #""stock":1e30"#, 400),
    ("a text for a number", #""stock":"5""#, 400),
    ("half a surrogate pair", #""name":"\ud83d mug""#, 200),
    ("bytes that are not UTF-8", "\"name\":\"\u{FFFD}\"", 400),
    ("an unescaped newline in a text", "\"name\":\"a\nb\"", 400),
    ("a comment", #""stock":5/**/"#, 400), ("single quotes", "'stock':5", 400),
  ]

  @Test(arguments: members)
  func `invalid or excessive JSON is refused`(_ name: String, text: String, status: Int) throws {
    var request = served.shop.edit(id, ListingFields(stock: 1))
    let secret = served.shop.credentials.secret.revealed
    request.body = Array("{\"secret\":\"\(secret)\",\(text)}".utf8)
    if let range = request.body.firstRange(of: Array("\u{FFFD}".utf8)) {
      request.body.replaceSubrange(range, with: [0xC3, 0x28])
    }
    try ExpectedResponse(status: status).check(request.onTheWire, to: served)
  }

  @Test func `the last of repeated members wins`() throws {
    var request = served.shop.edit(id, ListingFields(stock: 1))
    let secret = served.shop.credentials.secret.revealed
    request.body = Array(#"{"stock":1,"secret":"wrong","stock":2,"secret":"\#(secret)"}"#.utf8)
    #expect(try served.ask(request).product.stock == 2)
    request.body = Array(#"{"stock":3,"secret":"\#(secret)","secret":"wrong"}"#.utf8)
    try ExpectedResponse(status: 401).check(request.onTheWire, to: served)
    #expect(try served.ask(.get("/api/products/\(id)")).product.stock == 2)
  }

  private static func deep(_ count: Int) -> String {
    "\"a\":" + String(repeating: "[", count: count) + String(repeating: "]", count: count)
  }
}

/// A form that is refused, with a word of the message.
struct FormRefusal: CustomTestStringConvertible, Sendable {
  let testDescription: String
  let word: String
  let change: @Sendable (inout ServedForm) -> Void

  init(
    _ name: String, _ word: String, _ change: @escaping @Sendable (inout ServedForm) -> Void
  ) {
    testDescription = name
    self.word = word
    self.change = change
  }
}
