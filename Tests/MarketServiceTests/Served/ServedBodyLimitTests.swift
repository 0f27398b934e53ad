/// Large bodies, multipart and JSON that ask for too much (API 8).
import MarketService
import MarketTestSupport
import MarketWire
import Testing

struct ServedBodyLimitTests {
  private let served: ServedMarket
  private let id: Int

  init() throws {
    served = try ServedMarket()
    id = try served.listing()
  }

  /// Method, what follows `/api/products`, and the bytes that it takes.
  static let limits: [(HTTPMethod, String, Int)] = [
    (.post, "", 2 << 20), (.patch, "/1", 64 << 10), (.post, "/1/archived", 64 << 10),
    (.delete, "/MXwxMjM0NTY3OC05MGFiLTExZWUtOTk5OS1mZWVkZmFjZWNhZmU=", 64 << 10),
    (.get, "", 64 << 10), (.get, "/1", 64 << 10),
  ]

  @Test(arguments: limits)
  func `a body beyond its limit is refused by its length`(
    method: HTTPMethod, path: String, limit: Int
  ) throws {
    var request = HTTPRequest(method, "/api/products\(path)", headers: [.identifier: "nobody"])
    request.headers[.contentLength] = "\(limit + 1)"
    let verdict = ExpectedResponse(status: 413, isClosed: true, word: "\(limit)")
    // Not a byte of the body is waited for.
    try verdict.check(request.onTheWire, to: served)
    request.body = [UInt8](repeating: 0, count: limit + 1)
    try verdict.check(request.onTheWire, to: served)
    request.body.removeLast()
    request.headers[.contentLength] = "\(limit)"
    #expect(try served.ask(request).status != 413)
  }

  @Test(arguments: limits)
  func `a chunked body beyond its limit is refused by count`(
    method: HTTPMethod, path: String, limit: Int
  ) throws {
    var request = HTTPRequest(
      method, "/api/products\(path)",
      headers: [.identifier: "nobody", "Transfer-Encoding": "chunked"])
    let piece =
      Array("8000\r\n".utf8) + [UInt8](repeating: 0x20, count: 0x8000) + Array("\r\n".utf8)
    request.body = Array([[UInt8]](repeating: piece, count: limit / 0x8000).joined())
    request.body += Array("1\r\n \r\n".utf8)
    // The end of the body is never sent.
    try ExpectedResponse(status: 413, isClosed: true).check(request.onTheWire, to: served)
  }

  /// What a form may not be, and a word of what is told.
  static let forms: [FormRefusal] = [
    FormRefusal("seventeen parts", "16") { form in
      form.images = Array(repeating: form.images[0], count: 16)
    },
    FormRefusal("10,241 bytes of headers in a part", "10240") {
      $0.images[0].lines.append("X: " + String(repeating: "a", count: 10_240))
    },
    FormRefusal("headers of a part that do not end", "10240") {
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
    FormRefusal("a boundary that never comes", "boundary") { $0.boundary = "another" },
    FormRefusal("another content type", "multipart") { $0.contentType = "application/json" },
    FormRefusal("a body that is cut off", "") { $0.closing = "" },
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
  func `a form that asks for too much is told why`(_ refusal: FormRefusal) throws {
    var form = ServedForm(served.shop)
    refusal.change(&form)
    try ExpectedResponse(status: 400, word: refusal.word).check(form.request.onTheWire, to: served)
    #expect(try served.count == 1)
    #expect(served.market.files("waiting").isEmpty)
  }

  /// Members of an edit, and the status that they get.
  static let members: [(name: String, text: String, status: Int)] = [
    ("31 arrays within the object", deep(31), 200), ("32 arrays within the object", deep(32), 400),
    ("50,000 open brackets", "\"a\":" + String(repeating: "[", count: 50_000), 400),
    ("10,000 objects in each other", String(repeating: "\"a\":{", count: 10_000), 400),
    ("not a number", #""price":NaN"#, 400), ("infinity", #""price":Infinity"#, 400),
    ("a number beyond all bounds", #""price":1e999999999"#, 400),
    ("a number of 60,000 digits", "\"price\":" + String(repeating: "9", count: 60_000), 400),
    ("a stock beyond all bounds", #""stock":1e30"#, 400),
    ("a text for a number", #""stock":"5""#, 400),
    ("half a surrogate pair", #""name":"\ud83d mug""#, 200),
    ("bytes that are not UTF-8", "\"name\":\"\u{FFFD}\"", 400),
    ("a raw line end in a text", "\"name\":\"a\nb\"", 400),
    ("a comment", #""stock":5/**/"#, 400), ("single quotes", "'stock':5", 400),
  ]

  @Test(arguments: members)
  func `JSON has its limits`(_ name: String, text: String, status: Int) throws {
    var request = served.shop.edit(id, ListingFields(stock: 1))
    let secret = served.shop.credentials.secret.revealed
    request.body = Array("{\"secret\":\"\(secret)\",\(text)}".utf8)
    if let place = request.body.firstRange(of: Array("\u{FFFD}".utf8)) {
      request.body.replaceSubrange(place, with: [0xC3, 0x28])
    }
    try ExpectedResponse(status: status).check(request.onTheWire, to: served)
  }

  @Test func `the last of a doubled key wins`() throws {
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

/// A form that is refused, and a word of the reason.
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
