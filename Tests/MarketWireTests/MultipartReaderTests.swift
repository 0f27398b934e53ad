import Foundation
import MarketTestSupport
import MarketWire
import Testing

/// A part that can be compared and printed.
struct PlainPart: Equatable, CustomStringConvertible {
  var name: String
  var filename: String?
  var body: String

  init(_ name: String, _ filename: String?, _ body: String) {
    self.name = name
    self.filename = filename
    self.body = body
  }

  init(_ part: MultipartPart) {
    self.init(part.name, part.filename, text(part.body))
  }

  var description: String { "\(name) \(filename.map { "[\($0)]" } ?? "-") \(body)" }
}

/// Parses a body, by default with the boundary `X`.
func parts(
  _ body: some Sequence<UInt8>, _ contentType: String? = "multipart/form-data; boundary=X"
) throws(MultipartError) -> [PlainPart] {
  try MultipartReader.parts(of: Array(body), contentType: contentType).map(PlainPart.init)
}

@Suite(.timeLimit(.minutes(60))) struct MultipartReaderTests {
  private static let params = "--X\r\nContent-Disposition: form-data; name=\"params\"\r\n\r\n{}\r\n"
  private static let image =
    "--X\r\nContent-Disposition: form-data; name=\"images\"; filename=\"a.jpg\"\r\n"
    + "Content-Type: image/jpeg\r\n\r\nJPEG\r\n"
  private static let both = [PlainPart("params", nil, "{}"), PlainPart("images", "a.jpg", "JPEG")]

  @Test(arguments: [
    params + image + "--X--\r\n", "\r\n" + params + image + "--X--\r\n", params + image + "--X--",
    params + image + "--X--\r\n\r\n", params + image + "--X-- \r\n",
    params + image + "--X--\r\nend",
    "preamble\r\n" + params + image + "--X--\r\n", "--XX\r\n" + params + image + "--X--\r\n",
    params.replacing("--X\r\n", with: "--X \t\r\n") + image + "--X--\r\n",
    (params + image).replacing("Disposition: ", with: "Disposition:") + "--X--\r\n",
    (params + image).replacing("form-data; ", with: "form-data;") + "--X--\r\n",
    (params + image).replacing("Content-Disposition", with: "content-disposition") + "--X--\r\n",
    params + image.replacing("image/jpeg", with: "content-type header") + "--X--\r\n",
    params + image.replacing("image/jpeg", with: "image/jpeg ") + "--X--\r\n",
    params + image.replacing("Content-Type: image/jpeg\r\n", with: "") + "--X--\r\n",
    params + image.replacing("name=\"images\"", with: "name=images") + "--X--\r\n",
    params + image.replacing("\"a.jpg\"", with: "a.jpg") + "--X--\r\n",
    params + image.replacing("filename=\"a.jpg\"", with: "filename = \"a.jpg\" ; x") + "--X--\r\n",
    params
      + image.replacing("name=\"images\"; ", with: "").replacing(
        "\"a.jpg\"", with: "\"a.jpg\"; name=\"images\"") + "--X--\r\n",
    params + image.replacing("filename=\"a.jpg\"", with: "filename*=UTF-8''a%2Ejpg")
      + "--X--\r\n",
    params + image.replacing("\"a.jpg\"", with: "\"b.jpg\"; filename*=utf-8'ko'a.jpg")
      + "--X--\r\n",
  ])
  func `the forms of old clients are parsed`(body: String) throws {
    #expect(try parts(body.utf8) == Self.both)
  }

  @Test(arguments: [
    "multipart/form-data; boundary=X", "multipart/form-data; boundary=\"X\"",
    "Multipart/Form-Data;boundary=X", "multipart/form-data; charset=utf-8; boundary=X",
    "multipart/form-data; boundary=X; charset=utf-8", "multipart/form-data; Boundary = X ",
    " multipart/form-data; boundary=X", "multipart/form-data ; boundary=X",
  ])
  func `the boundary can be quoted and at any position`(contentType: String) throws {
    let body = Self.params + Self.image + "--X--\r\n"
    #expect(try parts(body.utf8, contentType) == Self.both)
  }

  @Test(arguments: ["--X", "----WebKitFormBoundaryX", "-", "X--", "X-Y-", "a'()+_,-./:=?z"])
  func `a boundary can begin and end with dashes`(boundary: String) throws {
    let body = (Self.params + Self.image + "--X--\r\n").replacing("--X", with: "--\(boundary)")
    let contentType = "multipart/form-data; boundary=\"\(boundary)\""
    #expect(try parts(body.utf8, contentType) == Self.both)
  }

  @Test(arguments: [
    (#"filename="""#, ""), ("filename=", ""), (#"filename="1""#, "1"),
    (#"filename="상품 사진.jpg""#, "상품 사진.jpg"), ("filename=상품 사진.jpg", "상품 사진.jpg"),
    (#"filename="a;b.jpg""#, "a;b.jpg"), (#"filename="a\"b\\c.jpg""#, #"a"b\c.jpg"#),
    (#"filename="C:\photos\a.jpg""#, #"C:\photos\a.jpg"#), (#"filename="open.jpg"#, "open.jpg"),
    (#"filename="☕️👩‍👩‍👧.png""#, "☕️👩‍👩‍👧.png"), ("filename=\"\u{301}a.jpg\"", "\u{301}a.jpg"),
    ("filename=\"a\u{600}\"; x=\"y\"", "a\u{600}"), ("filename=\u{301}a", "\u{301}a"),
    (#"filename="a%22b%0D%0Ac.jpg""#, "a\"b\r\nc.jpg"), (#"filename="100%25.jpg""#, "100%25.jpg"),
    ("filename*=UTF-8''%EB%A8%B8.jpg", "머.jpg"), ("filename*=UTF-8''%EB", "UTF-8''%EB"),
    ("filename*=latin-1''%E9", "latin-1''%E9"), ("filename=\"\u{301}\";x=\u{301}", "\u{301}"),
  ])
  func `filenames are decoded`(parameter: String, filename: String) throws {
    let body = Self.params + Self.image.replacing("filename=\"a.jpg\"", with: parameter) + "--X--"
    let found = try parts(body.utf8).last?.filename
    #expect(found.map { Array($0.utf8) } == Array(filename.utf8))
  }

  @Test func `a part without a filename has none`() throws {
    let body = Self.params + Self.image.replacing("; filename=\"a.jpg\"", with: "") + "--X--"
    #expect(try parts(body.utf8).last == PlainPart("images", nil, "JPEG"))
  }

  @Test(arguments: [
    "", "\r\n", "\r\n\r\n", "--", "--X", "a\r\n--", "a\r\n--Y--\r\n", "a\r\n--XY\r\n", "--X--",
    "a\r\n--X-Y\r\nb", "a\r\n--X-\r\n", "a\r\n--X--Y\r\n", "a\r\n--X Y\r\n", "\n--X\n", "\r\r\n-",
    "\r\n--X\n", "\r--X--\r",
  ])
  func `text that resembles a boundary is content`(content: String) throws {
    let body = Self.image.replacing("JPEG", with: content) + Self.params + "--X--"
    #expect(
      try parts(body.utf8) == [
        PlainPart("images", "a.jpg", content), PlainPart("params", nil, "{}"),
      ])
  }

  @Test(
    arguments: [
      ("", "multipart/form-data; boundary=X", MultipartError.boundaryNotFound),
      (params, nil, .notMultipart), (params, "", .notMultipart),
      (params, "application/json", .notMultipart), (params, "multipart/form-data", .noBoundary),
      (params, "multipart/form-data; boundary=", .noBoundary),
      (params, "multipart/form-data; boundary=\"\"", .noBoundary),
      (params, "multipart/form-data; boundary=" + String(repeating: "X", count: 201), .noBoundary),
      (params, "multipart/form-data; boundary=Y", .boundaryNotFound),
      ("x" + params, "multipart/form-data; boundary=X", .boundaryNotFound),
      (params, "multipart/form-data; boundary=X", .unterminated),
      ("--X", "multipart/form-data; boundary=X", .unterminated),
      ("--X\r\n", "multipart/form-data; boundary=X", .unterminated),
      (params + "--X", "multipart/form-data; boundary=X", .unterminated),
      (params + "--X-", "multipart/form-data; boundary=X", .unterminated),
      (params + "--X\r\n\r\n\r\n--X--", "multipart/form-data; boundary=X", .brokenHeaders(part: 2)),
      (
        params + "--X\r\nContent-Disposition: form-data\r\n\r\nx\r\n--X--",
        "multipart/form-data; boundary=X", .brokenHeaders(part: 2)
      ),
      (
        "--X\r\nContent-Disposition: form-data; name=\"a\"\r\n--X--\r\n",
        "multipart/form-data; boundary=X", .brokenHeaders(part: 1)
      ),
      (
        "--X\n\nContent-Disposition: form-data; name=a\n\nx\n--X--\n",
        "multipart/form-data; boundary=X", .boundaryNotFound
      ),
    ] as [(String, String?, MultipartError)])
  func `a broken body throws the reason`(
    body: String, contentType: String?, problem: MultipartError
  ) {
    #expect(throws: problem) { try parts(body.utf8, contentType) }
  }

  @Test func `an empty form has no parts`() throws {
    #expect(try parts("--X--\r\n".utf8).isEmpty)
  }

  @Test func `the maximum is 16 parts`() throws {
    let sixteen = String(repeating: Self.params, count: 16)
    #expect(try parts((sixteen + "--X--").utf8).count == 16)
    #expect(throws: MultipartError.tooManyParts(limit: 16)) {
      try parts((sixteen + Self.params + "--X--").utf8)
    }
  }

  @Test func `the maximum is 10,240 bytes of headers per part`() throws {
    func body(headerBytes: Int) -> String {
      let disposition = "Content-Disposition: form-data; name=\"a\"\r\nX: "
      let filler = String(repeating: "x", count: headerBytes - disposition.utf8.count - 4)
      return "--X\r\n" + disposition + filler + "\r\n\r\nbody\r\n--X--"
    }
    #expect(try parts(body(headerBytes: 10_240).utf8) == [PlainPart("a", nil, "body")])
    for bytes in [10_241, 10_242, 10_243, 200_000] {
      #expect(throws: MultipartError.headersTooLarge(limit: 10_240)) {
        try parts(body(headerBytes: bytes).utf8)
      }
    }
  }

  /// Each body has 2 MiB of text that a quadratic parser would compare again and again.
  @Test(
    .timeLimit(.minutes(60)),
    arguments: [
      "\r\n--", "\r\n-", "\r", "\r\n--X", "\r\n--Xy", "--X\r\n", "\r\n--X ", "\r\n--XX--",
    ])
  func `parsing takes linear time`(content: String) {
    let count = 2_097_152 / content.utf8.count
    let filler = String(repeating: content, count: count)
    let body = Array((Self.image.replacing("JPEG", with: filler) + "--X--").utf8)
    _ = try? MultipartReader.parts(of: body, contentType: "multipart/form-data; boundary=X")
    let long = "multipart/form-data; boundary=" + String(repeating: "-", count: 200)
    _ = try? MultipartReader.parts(of: body, contentType: long)
    _ = try? MultipartReader.parts(of: Array(filler.utf8), contentType: long)
  }

  /// The lines of the fixtures end with LF, and those of a real body with CR LF.
  @Test(arguments: ["urlsession.txt", "unquoted.txt", "params-last.txt", "webkit.txt"])
  func `the bodies of typical clients are parsed`(name: String) throws {
    let lines = try Fixture.text("multipart/\(name)").split(
      separator: "\n", maxSplits: 1, omittingEmptySubsequences: false)
    let body = lines[1].replacing("\n", with: "\r\n")
    let request = HTTPRequest(
      .post, "/api/products",
      headers: [.identifier: sampleIdentifier, .contentType: String(lines[0])],
      body: Array(body.utf8))
    let create = try CreateProduct(request: request)
    #expect(create.credentials.secret.revealed == "s3cr3t")
    #expect(create.fields.name == "도자기 컵")
    #expect(create.fields.price == 12_000)
    #expect(create.images.map { text($0.bytes) } == ["first picture", "second\r\n\r\npicture"])
  }
}
