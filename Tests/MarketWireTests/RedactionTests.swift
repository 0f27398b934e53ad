import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct RedactionTests {
  /// Returns all text representations of a value.
  private func prints(of value: Any) -> [String] {
    var dumped = ""
    dump(value, to: &dumped)
    var reflected = ""
    reflect(value, into: &reflected, depth: 0)
    return [
      String(describing: value), String(reflecting: value), "\(value)", "\([value])",
      "\(["key": value])", "\(Optional(value) as Any)", dumped, reflected,
    ]
  }

  private func reflect(_ value: Any, into output: inout String, depth: Int) {
    guard depth < 12 else { return }
    output += "\(value);"
    for child in Mirror(reflecting: value).children {
      reflect(child.value, into: &output, depth: depth + 1)
    }
  }

  private func expectNothing(in value: Any, location: SourceLocation = #_sourceLocation) {
    for print in prints(of: value) {
      for hidden in [sampleSecret, sampleIdentifier, "NDA5fDVkODQzMDdjLWExYjI"] {
        #expect(!print.contains(hidden), "\(print)", sourceLocation: location)
      }
    }
  }

  @Test func `secrets print as three stars`() {
    for value: Any in [
      Secret(sampleSecret), VendorIdentifier(sampleIdentifier), RemovalPath(sampleRemovalPath),
    ] {
      #expect(String(describing: value) == "***")
      #expect(String(reflecting: value) == "***")
      #expect(Mirror(reflecting: value).children.isEmpty)
      expectNothing(in: value)
    }
    expectNothing(in: sampleCredentials)
  }

  private var operations: [any MarketOperation] {
    let upload = ImageUpload(filename: "a", mediaType: "image/png", bytes: [1])
    return [
      CreateProduct(
        credentials: sampleCredentials, fields: ListingFields(name: "a"), images: [upload],
        boundary: "X"),
      EditProduct(id: 1, credentials: sampleCredentials, fields: ListingFields(name: "a")),
      FindRemovalPath(id: 1, credentials: sampleCredentials),
      RemoveProduct(
        path: RemovalPath(sampleRemovalPath), identifier: sampleCredentials.identifier),
    ]
  }

  @Test func `operations do not print secrets`() {
    for operation in operations { expectNothing(in: operation) }
  }

  @Test func `requests do not print secrets`() {
    for operation in operations {
      expectNothing(in: operation.request)
      expectNothing(in: operation.request.headers)
      expectNothing(in: operation.request.headers.fields)
    }
  }

  @Test func `a request prints its method and target`() {
    let request = ListProducts(searchValue: "a").request
    #expect("\(request)" == "GET /api/products?page_no=1&items_per_page=20&search_value=a, 0 bytes")
    let removal = RemoveProduct(
      path: RemovalPath(sampleRemovalPath), identifier: sampleCredentials.identifier
    ).request
    #expect("\(removal)" == "DELETE /api/products/***, 0 bytes")
    #expect("\(ShowProduct(id: 31).request)" == "GET /api/products/31, 0 bytes")
  }

  @Test(arguments: [
    "//api//products//NDA5fDVkODQzMDdjLWExYjI=", "/api/%70roducts/NDA5fDVkODQzMDdjLWExYjI=?x",
    "https://market.example/api/products/NDA5fDVkODQzMDdjLWExYjI=/",
    "/api/products/NDA5fDVkODQzMDdjLWExYjI=%",
  ])
  func `a removal path is not printed in any form`(target: String) {
    expectNothing(in: HTTPRequest(.delete, target))
  }

  @Test func `responses do not print secrets`() {
    expectNothing(in: FindRemovalPath.response(RemovalPath(sampleRemovalPath)))
    #expect("\(HTTPResponse.text("abc"))" == "200, 3 bytes")
  }

  @Test func `errors do not print secrets`() {
    let bodies = [
      #"{"secret":"\#(sampleSecret)","name":5}"#, #"{"secret":["\#(sampleSecret)"]}"#,
      #"{"secret":"\#(sampleSecret)"#, #""\#(sampleSecret)""#, sampleSecret,
    ]
    for body in bodies {
      let request = HTTPRequest(
        .patch, "/", headers: [.identifier: sampleIdentifier], body: Array(body.utf8))
      let problem = #expect(throws: RequestError.self) {
        try EditProduct(id: 1, request: request)
      }
      expectNothing(in: problem as Any)
    }
    for body in ["x\(sampleRemovalPath)", sampleSecret] {
      let problem = #expect(throws: ResponseError.self) {
        try FindRemovalPath.decode(success(body))
      }
      expectNothing(in: problem as Any)
    }
  }
}
