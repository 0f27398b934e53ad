import Foundation
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct OperationTests {
  private static let fields = ListingFields(
    name: "도자기 \"컵\"\n☕️", description: " 손으로\r\n\\ 빚었습니다.", thumbnailID: 35,
    price: decimal("999.99"), currency: .usd, discount: decimal("0.0001"), stock: 3)

  @Test func `the health check is a GET`() throws {
    let request = CheckHealth().request
    #expect(request.method == .get)
    #expect(try RequestTarget(parsing: request.target).path == MarketPath.health)
    #expect(request.body.isEmpty)
  }

  @Test(arguments: [
    ("\"OK\"", true), ("OK", true), ("OK\r\n", true), (" \"OK\" ", true), ("\"FAIL\"", false),
    ("", false), ("O K", false), ("\"\"OK", false), ("NOTOK", false), ("<html>OK</html>", false),
  ])
  func `a healthy market returns OK`(body: String, isHealthy: Bool) throws {
    #expect(try CheckHealth.decode(success(body)).value == isHealthy)
  }

  @Test func `the health check returns 200 or 503 as text`() throws {
    #expect(text(CheckHealth.response(true).body) == "\"OK\"")
    #expect(CheckHealth.response(false).status == 503)
    #expect(try !CheckHealth.decode(CheckHealth.response(false)).value)
  }

  @Test(arguments: [nil, "머그 컵", "a+b&c=d%", "red", "😀"])
  func `a list request survives a round trip`(search: String?) throws {
    let sent = ListProducts(pageNumber: 7, itemsPerPage: 1000, searchValue: search)
    let target = try RequestTarget(parsing: sent.request.target)
    #expect(target.path == MarketPath.products)
    let read = try ListProducts(target: target)
    #expect(read.pageNumber == 7)
    #expect(read.itemsPerPage == 1000)
    #expect(read.searchValue == search)
  }

  @Test(arguments: ["/api/products", "/api/products?", "/api/products?search_value="])
  func `a list request without a query has defaults`(target: String) throws {
    let read = try ListProducts(target: RequestTarget(parsing: target))
    #expect(read.pageNumber == 1)
    #expect(read.itemsPerPage == 20)
    #expect(read.searchValue == nil)
  }

  @Test(arguments: [
    "page_no=0", "page_no=-1", "page_no=x", "page_no=", "page_no=1.0", "page_no=%2B1",
    "page_no=99999999999999999999", "items_per_page=0", "items_per_page=1001", "items_per_page=+1",
    "page_no=%EF%BC%91",
  ])
  func `an invalid page throws the name of its parameter`(query: String) throws {
    let target = try RequestTarget(parsing: "/api/products?\(query)")
    let problem = #expect(throws: RequestError.self) { try ListProducts(target: target) }
    guard case .query(let name, let value, _) = problem else {
      Issue.record("another problem")
      return
    }
    #expect(name == target.query.first?.name)
    #expect(value == target.query.first?.value)
  }

  @Test func `a detail request has the id in its path`() throws {
    let request = ShowProduct(id: 31).request
    #expect(request.method == .get)
    #expect(try RequestTarget(parsing: request.target).path == MarketPath.products + ["31"])
  }

  @Test func `a create request survives a round trip`() throws {
    var fields = Self.fields
    fields.thumbnailID = nil
    let sent = CreateProduct(
      credentials: sampleCredentials, fields: fields,
      images: [
        ImageUpload(
          filename: "a\"b\\c\r\n사진.jpg", mediaType: "image/jpeg", bytes: [0xFF, 13, 10, 45, 45]),
        ImageUpload(filename: "", mediaType: "image/png", bytes: []),
      ], boundary: "market-1")
    let request = sent.request
    #expect(request.method == .post)
    #expect(request.target == "/api/products")
    let read = try CreateProduct(request: request)
    #expect(read.credentials == sent.credentials)
    #expect(read.fields == sent.fields)
    #expect(read.images.map(\.filename) == sent.images.map(\.filename))
    #expect(read.images.map { Array($0.bytes) } == sent.images.map { Array($0.bytes) })
    #expect(read.boundary == sent.boundary)
    #expect(try CreateProduct(request: read.request).fields == fields)
  }

  @Test func `a create request of another client can be forwarded`() throws {
    let body =
      "--a b\u{e9}\r\nContent-Disposition: form-data; name=params\r\n\r\n"
      + "{\"secret\":\"s\"}\r\n--a b\u{e9}--"
    let request = HTTPRequest(
      .post, "/api/products",
      headers: [.contentType: "multipart/form-data; boundary=\"a b\u{e9}\""],
      body: Array(body.utf8))
    let read = try CreateProduct(request: request)
    #expect(read.credentials.identifier.revealed.isEmpty)
    #expect(try CreateProduct(request: read.request).credentials.secret == Secret("s"))
  }

  @Test func `an edit request survives a round trip`() throws {
    for fields in [Self.fields, ListingFields(), ListingFields(stock: 0)] {
      let sent = EditProduct(id: 31, credentials: sampleCredentials, fields: fields)
      let request = sent.request
      #expect(request.method == .patch)
      #expect(request.target == "/api/products/31")
      let read = try EditProduct(id: 31, request: request)
      #expect(read.credentials == sent.credentials)
      #expect(read.fields == fields)
    }
  }

  @Test func `a change of a shop survives a round trip`() throws {
    for sent in [
      EditShop(name: "참나무 & \"Oak\"", credentials: sampleCredentials),
      EditShop(words: "Turned\nby hand", contact: "", credentials: sampleCredentials),
    ] {
      #expect(sent.request.method == .patch && sent.request.target == "/api/account")
      let read = try EditShop(request: sent.request)
      #expect(read.name == sent.name && read.credentials == sent.credentials)
      #expect(read.words == sent.words && read.contact == sent.contact)
    }
    let shop = EditShop.Shop(
      vendor: Vendor(id: 7, name: "Oak"), profile: ShopProfile(words: "Bowls", contact: "o@k.kr"))
    let response = EditShop.response(shop)
    #expect(
      text(response.body) == #"{"id":7,"name":"Oak","words":"Bowls","contact":"o@k.kr"}"#)
    #expect(try EditShop.decode(response).value == shop)
    let older = HTTPResponse(status: 200, body: Array(#"{"id":7,"name":"Oak"}"#.utf8))
    #expect(try EditShop.decode(older).value.profile == ShopProfile())
    let body = Array(#"{"secret":"s","name":7}"#.utf8)
    #expect(throws: RequestError.self) {
      try EditShop(request: HTTPRequest(.patch, "/", body: body))
    }
    #expect(throws: ResponseError.self) { try EditShop.decode(.json(.object([:]))) }
  }

  @Test func `the members of an edit have the documented order`() {
    let fields = ListingFields(
      name: "a", description: "b", thumbnailID: 1, price: 12_000, currency: .krw, discount: 0,
      stock: 5)
    let body = EditProduct(id: 1, credentials: sampleCredentials, fields: fields).request.body
    #expect(
      text(body) == #"{"name":"a","description":"b","thumbnail_id":1,"price":12000,"#
        + #""currency":"KRW","discounted_price":0,"stock":5,"secret":"\#(sampleSecret)"}"#)
  }

  @Test func `null and unknown members of an edit are ignored`() throws {
    let body = #"{"name":null,"stock":null,"product_id":5,"discountedPrice":{},"secret":"s"}"#
    let read = try EditProduct(id: 1, request: HTTPRequest(.patch, "/", body: Array(body.utf8)))
    #expect(read.fields.isEmpty)
  }

  @Test(arguments: [
    ("", "body"), ("{", "body"), ("[]", "body"), ("{}", "body.secret"),
    (#"{"secret":null}"#, "body.secret"), (#"{"secret":5}"#, "body.secret"),
    (#"{"secret":"s","name":5}"#, "body.name"), (#"{"secret":"s","price":"5"}"#, "body.price"),
    (#"{"secret":"s","price":1E400}"#, "body.price"),
    (#"{"secret":"s","stock":1.5}"#, "body.stock"),
    (#"{"secret":"s","thumbnail_id":"x"}"#, "body.thumbnail_id"),
    (#"{"secret":"s","discounted_price":true}"#, "body.discounted_price"),
    (#"{"secret":"s","currency":[]}"#, "body.currency"),
    (#"{"secret":"s","description":{}}"#, "body.description"),
  ])
  func `an invalid edit throws the name of its member`(body: String, place: String) {
    let request = HTTPRequest(.patch, "/", body: Array(body.utf8))
    let problem = #expect(throws: RequestError.self) { try EditProduct(id: 1, request: request) }
    switch problem {
    case .notJSON(let part, _): #expect(part == place)
    case .member(let issue): #expect(issue.path == place)
    default: Issue.record("another problem")
    }
  }

  @Test func `both requests of a removal survive a round trip`() throws {
    let sent = FindRemovalPath(id: 31, credentials: sampleCredentials)
    #expect(sent.request.target == "/api/products/31/archived")
    #expect(sent.request.method == .post)
    let read = try FindRemovalPath(id: 31, request: sent.request)
    #expect(read.credentials == sampleCredentials)

    let response = FindRemovalPath.response(RemovalPath(sampleRemovalPath))
    #expect(text(response.body) == sampleRemovalPath)
    #expect(response.headers[.contentType] == "text/plain;charset=UTF-8")
    let path = try FindRemovalPath.decode(response).value
    let request = RemoveProduct(path: path, identifier: sampleCredentials.identifier).request
    #expect(request.method == .delete)
    #expect(request.target == sampleRemovalPath)
    #expect(request.headers[.identifier] == sampleIdentifier)
    let target = try RequestTarget(parsing: request.target)
    let removal = RemoveProduct(token: try #require(target.path.last), request: request)
    #expect(removal.path == path)
    #expect(removal.path.token == "NDA5fDVkODQzMDdjLWExYjI=")
    #expect(removal.identifier == sampleCredentials.identifier)
  }

  @Test(arguments: [
    "/api/products/abc==", "\"/api/products/abc\"", " /api/products/abc\r\n", "/api/products/a%3D",
    "/api/products/a-b_c.d~e+f",
  ])
  func `a removal path is accepted`(body: String) throws {
    let path = try FindRemovalPath.decode(success(body)).value.revealed
    #expect(path == body.trimmingCharacters(in: .whitespacesAndNewlines.union(["\""])))
  }

  @Test(arguments: ["NDA5==", "abc", "a b?c+d%", "가"])
  func `a token survives a round trip through a path`(token: String) throws {
    let path = RemovalPath(token: token)
    #expect(path.token == token)
    #expect(token != "NDA5==" || path.revealed == "/api/products/NDA5==")
  }

  @Test(arguments: ["", "/api/products", "/api/products/", "/api/products/..", "a%"])
  func `other paths have no token`(path: String) {
    #expect(RemovalPath(path).token == nil)
  }

  @Test(arguments: [
    "", "abc", "/", "/api/products", "/api/products/", "/api/products//", "/api/products/a/b",
    "/api/products/..", "/api/products/.", "/api/products/%2e%2e", "/api/products/%2E.",
    "/api/products/a%2Fb", "/api/products/a%00", "/api/products/a%", "/api/products/a b",
    "/api/products/a\nb", "/api/products/a?x=1", "/api/products/a#b", "/api/products/a\\b",
    "/api/products/../users/1", "/other/products/a", "//evil.example/api/products/a",
    "http://evil.example/api/products/a", "https://evil.example/", "@evil.example/api/products/a",
    "/api/products/a\u{0}", "/api/products/가", "/api/products/a@b:c", "<html>", "\"\"",
    "/api/\"products\"/a", "/api/products/a%0D%0AX: y", "/api/products/\u{301}a",
  ])
  func `a hostile removal path throws an error`(body: String) {
    let problem = #expect(throws: ResponseError.self) {
      try FindRemovalPath.decode(success(body))
    }
    guard case .unexpected(let issue) = problem else {
      Issue.record("another problem")
      return
    }
    #expect(issue.path == "$")
  }

  @Test func `a removal path has at most 2,048 bytes`() {
    let body = "/api/products/" + String(repeating: "a", count: 2048)
    #expect(throws: ResponseError.self) { try FindRemovalPath.decode(success(body)) }
  }
}

@Suite(.timeLimit(.minutes(60))) struct CreateRequestTests {
  private func request(params: String?, images: Int = 1) -> HTTPRequest {
    var writer = MultipartWriter(boundary: "X")
    if let params {
      writer.append(name: "params", contentType: "application/json", body: params.utf8)
    }
    for _ in 0..<images {
      writer.append(name: "images", filename: "a", contentType: "image/png", body: [1])
    }
    let contentType = writer.contentType
    return HTTPRequest(
      .post, "/api/products", headers: [.contentType: contentType], body: writer.finish())
  }

  @Test func `a missing part throws its name`() {
    #expect(throws: RequestError.missingPart("params")) {
      try CreateProduct(request: request(params: nil))
    }
  }

  @Test func `params has at most 64 KiB`() throws {
    let rest = #"{"secret":"s","name":""}"#
    let name = String(repeating: "x", count: CreateProduct.paramsLimit - rest.utf8.count)
    let largest = #"{"secret":"s","name":"\#(name)"}"#
    #expect(try CreateProduct(request: request(params: largest)).fields.name == name)
    #expect(throws: RequestError.partTooLarge("params", limit: 65_536)) {
      try CreateProduct(request: request(params: largest + " "))
    }
  }

  @Test func `a create cannot choose a thumbnail`() throws {
    let read = try CreateProduct(request: request(params: #"{"secret":"s","thumbnail_id":5}"#))
    #expect(read.fields.thumbnailID == nil)
  }

  @Test func `an invalid member throws its name`() {
    let issue = DecodingIssue(path: "params.price", expected: "a number", found: "a string")
    #expect(throws: RequestError.member(issue)) {
      try CreateProduct(request: request(params: #"{"secret":"s","price":"5"}"#))
    }
  }

  @Test(arguments: [nil, "application/json"])
  func `a body of another media type throws an error`(contentType: String?) {
    var other = request(params: "{}")
    other.headers[.contentType] = contentType
    #expect(throws: RequestError.multipart(.notMultipart)) { try CreateProduct(request: other) }
  }

  @Test func `images are slices of the body`() throws {
    let request = request(params: #"{"secret":"s"}"#, images: 3)
    let read = try CreateProduct(request: request)
    #expect(read.images.count == 3)
    for image in read.images {
      #expect(image.bytes.startIndex > 0)
      #expect(image.bytes.endIndex <= request.body.count)
    }
  }
}
