import MarketService
import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct ServedPictureTests {
  private let served: ServedMarket

  init() throws {
    served = try ServedMarket()
  }

  /// Pictures that are refused, each with a word of the message.
  static let refused: [(name: String, bytes: [UInt8], word: String)] = [
    ("a PNG of 60,000 by 60,000 pixels", png(60_000, 60_000), "50000000 pixels"),
    ("a PNG of one very long row", png(100_000_000, 1), "50000000 pixels"),
    ("a PNG of 4 billion by 4 billion pixels", png(0xFFFF_FFFF, 0xFFFF_FFFF), "damaged"),
    ("a PNG without pixels", png(0, 0), "damaged"),
    ("a JPEG of 65,500 by 65,500 pixels", jpeg(65_500, 65_500), "50000000 pixels"),
    ("a JPEG without pixels", jpeg(0, 0), "damaged"), ("a GIF", TestPicture.gif, "found gif"),
    ("a page", Array("<!DOCTYPE html><script>alert(1)</script>".utf8), "found html"),
    ("a drawing with a script", Array("<svg onload='alert(1)'/>".utf8), "expected JPEG or PNG"),
    ("nothing", [], "found empty"), ("zeros", [UInt8](repeating: 0, count: 1000), "JPEG or PNG"),
    ("the beginning of a JPEG", [0xFF, 0xD8, 0xFF], "picture"),
    ("the beginning of a PNG", Array(TestPicture.png.prefix(8)), "picture"),
    (
      "307,201 bytes",
      TestPicture.jpeg + [UInt8](repeating: 0, count: 307_201 - TestPicture.jpeg.count), "307200"
    ),
  ]

  @Test(arguments: refused)
  func `a picture is checked by its content`(_ name: String, bytes: [UInt8], word: String) throws {
    let request = served.shop.create(pictures: [TestPicture.jpeg, bytes]).onTheWire
    try ExpectedResponse(status: 400, word: word).check(request, to: served)
    try ExpectedResponse(status: 400, word: "images[1]").check(request, to: served)
    #expect(try served.count == 0)
    #expect(served.market.files("pictures").isEmpty)
    #expect(served.market.files("waiting").isEmpty)
  }

  @Test(arguments: ["a.html", "a.svg", "a.php", "../a.js", "a.jpg/../../x", "a\u{0}.png"])
  func `the media type of a stored picture follows its content, not its filename`(filename: String)
    throws
  {
    var form = ServedForm(served.shop, pictures: [TestPicture.png])
    form.images[0].lines = [
      "Content-Disposition: form-data; name=\"images\"; filename=\"\(filename)\"",
      "Content-Type: text/html",
    ]
    let product = try served.ask(form.request).product
    let url = try #require(product.pictures?.first?.url)
    let start = try #require(url.firstRange(of: "/pictures/")).lowerBound
    for method in [HTTPMethod.get, .head] {
      let answer = try served.ask(HTTPRequest(method, String(url[start...])))
      #expect(answer.status == 200)
      #expect(answer.headers[.contentType] == "image/png")
      #expect(answer.headers[.contentTypeOptions] == "nosniff")
      #expect(answer.headers[.contentLength] == "\(TestPicture.png.count)")
      #expect(answer.body == (method == .get ? TestPicture.png : []))
    }
    #expect(served.market.files("pictures").allSatisfy { $0.hasPrefix("1/20261121/") })
  }

  @Test func `every response has nosniff`() throws {
    for target in ["/", "/healthChecker", "/api/products", "/nothing", "/api/products/1"] {
      #expect(try served.ask(.get(target)).headers[.contentTypeOptions] == "nosniff")
    }
  }

  /// The test PNG with another size in its header.
  private static func png(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    var bytes = TestPicture.png
    bytes.replaceSubrange(16..<24, with: bigEndian(width) + bigEndian(height))
    return bytes
  }

  private static func jpeg(_ width: UInt32, _ height: UInt32) -> [UInt8] {
    var bytes = TestPicture.jpeg
    // A frame starts with its marker, two bytes of length and one of depth.
    guard let frame = bytes.firstRange(of: [0xFF, 0xC0]) else { return [] }
    let start = frame.upperBound + 3
    bytes.replaceSubrange(
      start..<(start + 4), with: bigEndian(height).suffix(2) + bigEndian(width).suffix(2))
    return bytes
  }

  private static func bigEndian(_ number: UInt32) -> [UInt8] {
    withUnsafeBytes(of: number.bigEndian) { Array($0) }
  }
}
