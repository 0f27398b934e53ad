import MarketTestSupport
import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct MultipartWriterTests {
  private func roundTrip(
    name: String = "images", filename: String?, contentType: String = "image/png",
    body: [UInt8] = Array("bytes".utf8)
  ) throws -> [MultipartPart] {
    var writer = MultipartWriter(boundary: "b-1_Z")
    writer.append(name: name, filename: filename, contentType: contentType, body: body)
    let header = writer.contentType
    return try MultipartReader.parts(of: writer.finish(), contentType: header)
  }

  @Test func `a form has the expected bytes`() {
    var writer = MultipartWriter(boundary: "X")
    writer.append(name: "params", contentType: "application/json", body: "{}".utf8)
    writer.append(name: "images", filename: "a.png", contentType: "image/png", body: [])
    #expect(writer.contentType == "multipart/form-data; boundary=X")
    #expect(
      text(writer.finish())
        == "--X\r\nContent-Disposition: form-data; name=\"params\"\r\n"
        + "Content-Type: application/json\r\n\r\n{}\r\n--X\r\n"
        + "Content-Disposition: form-data; name=\"images\"; filename=\"a.png\"\r\n"
        + "Content-Type: image/png\r\n\r\n\r\n--X--\r\n")
  }

  @Test(arguments: [
    "", "a.png", "상품 사진.png", "a\"b.png", "\"", "\\", "a\\", "a\\\"b", "C:\\x\\y", "a\r\nb", "\r",
    "\n\n", "\0", "a\u{7F}\u{1B}[31m", "☕️👩‍👩‍👧", "\u{301}a", "a\u{600}", ";", "a;b=c", "100%",
    "a%b", "../../etc/passwd", " a ", "\u{FEFF}", "\r\n--b-1_Z--\r\n", "'", "=", "%", "\\\\",
  ])
  func `unusual names survive a round trip`(name: String) throws {
    let parts = try roundTrip(name: name, filename: name)
    #expect(parts.count == 1)
    #expect(parts.first.map { Array($0.name.utf8) } == Array(name.utf8))
    #expect(parts.first?.filename.map { Array($0.utf8) } == Array(name.utf8))
    #expect(parts.first.map { text($0.body) } == "bytes")
  }

  @Test(arguments: ["image/png\r\nContent-Disposition: form-data; name=\"x\"", "a\r\n\r\nb", "\n"])
  func `a media type cannot start another header line`(contentType: String) throws {
    let parts = try roundTrip(filename: "a", contentType: contentType)
    #expect(parts.map(\.name) == ["images"])
    #expect(parts.first.map { text($0.body) } == "bytes")
  }

  @Test func `random names and bodies survive a round trip`() throws {
    var generator = SeededGenerator(seed: 31)
    for _ in 0..<1000 {
      let scalars = (0..<Int.random(in: 0..<10, using: &generator)).compactMap { _ in
        // An escape in the name itself is indistinguishable from one that the writer added.
        Unicode.Scalar(UInt32.random(in: 0...0x2FFF, using: &generator))
      }.filter { $0 != "%" }
      let name = String(String.UnicodeScalarView(scalars))
      let body = (0..<Int.random(in: 0..<40, using: &generator)).map { _ in
        [13, 10, 45, 0, 255].randomElement(using: &generator) ?? 0 as UInt8
      }
      let parts = try roundTrip(filename: name, body: body)
      #expect(parts.count == 1)
      #expect(parts.first?.filename.map { Array($0.utf8) } == Array(name.utf8))
      #expect(parts.first.map { Array($0.body) } == body)
    }
  }
}
