import Foundation
import MarketServer
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@Suite(.timeLimit(.minutes(60))) struct RequestRefusalTests {
  /// Invalid or ambiguous requests, each with its status and a word of the message.
  static let invalid: [(request: String, status: Int, word: String)] = [
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nContent-Length: 3\r\n\r\nabc", 400,
      "more than once"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\ncontent-length: 4\r\n\r\nabc", 400,
      "more than once"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 3\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n",
      400, "combined"
    ),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nContent-Length: 5\r\n\r\n0\r\n\r\n",
      400, "combined"
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: gzip, chunked\r\n\r\n", 501, "coding"),
    (
      "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\nTransfer-Encoding: chunked\r\n\r\n",
      501, "coding"
    ),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: xchunked\r\n\r\n", 501, "coding"),
    ("POST / HTTP/1.0\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n", 501, "coding"),
    ("POST / HTTP/1.1\r\nHost: a\r\nContent-Length : 3\r\n\r\nabc", 400, "name"),
    ("POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding\t: chunked\r\n\r\n", 400, "name"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX(y): 1\r\n\r\n", 400, "name"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX\u{e9}: 1\r\n\r\n", 400, "name"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{1}b\r\n\r\n", 400, "control"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{1b}[2Jb\r\n\r\n", 400, "control"),
    ("GET / HTTP/1.1\r\nHost: a\r\nX: a\u{7f}\r\n\r\n", 400, "control"),
    ("GET / HTTP/1.1\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.0\r\nHost: a\r\nHost: a\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost:\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: a/b\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: a@b\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: a:80b\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: a:123456\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: [::1\r\n\r\n", 400, "Host"),
    ("GET / HTTP/1.1\r\nHost: [::1]x\r\n\r\n", 400, "Host"),
    ("GET /a b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET /a\u{1b}b HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET * HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET ftp://a/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET http:///a HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n", 400, "target"),
    ("G\"T / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "method"),
  ]

  @Test(arguments: invalid)
  func `an invalid or ambiguous request is refused and the connection closed`(
    request: String, status: Int, word: String
  ) throws {
    try withServer(.answering(unreachable)) { address in
      let client = try RawClient(to: address, sending: request)
      let answer = try #require(client.response())
      #expect(answer.status == status)
      #expect(answer["Content-Type"] == "application/json")
      #expect(answer["X-Content-Type-Options"] == "nosniff")
      #expect(answer["Connection"] == "close")
      let object = try #require(JSON(parsing: answer.body).objectValue)
      #expect(object["code"]?.intValue == status)
      #expect(object["message"]?.stringValue?.contains(word) == true)
      #expect(client.isClosed())
    }
  }

  /// Requests that the library refuses with a page of its own, or with nothing, and without a line in
  /// the log.
  @Test(arguments: [
    (" GET / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "method"),
    ("GET  / HTTP/1.1\r\nHost: a\r\n\r\n", 400, "target"),
    ("GET / HTTP/2.0\r\nHost: a\r\n\r\n", 505, "version"),
    ("GET / HTTP/1.11\r\nHost: a\r\n\r\n", 505, "version"),
    ("GET / http/1.1\r\nHost: a\r\n\r\n", 505, "version"),
    ("GET / HTTP/1.1 \r\nHost: a\r\n\r\n", 400, "target"),
    ("GET /\r\nHost: a\r\n\r\n", 505, "version"), ("GET\r\n\r\n", 400, "target"),
    ("GET\t/ HTTP/1.1\r\nHost: a\r\n\r\n", 400, "method"),
    ("GET / HTTP/1.1\r\nHost: a\r\nno colon\r\n\r\n", 400, "name"),
    ("GET / HTTP/1.1\r\nHost: a\r\n: no name\r\n\r\n", 400, "name"),
  ])
  func `a first request that is none gets a refusal of the server and a line in the log`(
    request: String, status: Int, word: String
  ) throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }.answering(unreachable)) { address in
      let client = try RawClient(to: address, sending: request)
      let answer = try #require(client.response())
      #expect(answer.status == status)
      #expect(answer["Content-Type"] == "application/json")
      #expect(answer.text.contains(word), "\(answer.text)")
      #expect(client.isClosed())
    }
    #expect(log.entries.map(\.status) == [status])
  }

  @Test(arguments: ["\u{16}\u{3}\u{1}\u{2}\u{0}\u{1}\r\n\r\n"])
  func `bytes that are not a request close the connection`(request: String) throws {
    try withServer(.standard.answering(unreachable)) { address in
      let client = try RawClient(to: address, sending: request)
      client.endSending()
      #expect(client.rest().isEmpty)
      #expect(client.isAtEnd)
    }
  }

  static let malformedLengths = [
    "abc", "-1", "+2", "2, 2", "2,2", "0x2", "99999999999999999999999", "9223372036854775808",
    "2 2", "", " ", "2.0", "２",
  ]

  @Test(arguments: malformedLengths)
  func `a malformed length on a first request gets one response`(length: String) throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }.answering(unreachable)) { address in
      let client = try RawClient(
        to: address, sending: "POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nabc")
      let answer = try #require(client.response())
      #expect(answer.status == 400)
      #expect(answer.text.contains("Content-Length"))
      #expect(client.rest().isEmpty)
      #expect(client.isAtEnd)
    }
    #expect(log.entries.map(\.status) == [400])
    #expect(log.entries.map(\.target) == ["/a"])
  }

  @Test(arguments: malformedLengths)
  func `a malformed length on a later request never reaches the handler`(length: String) throws {
    try withServer(
      .answering { request, _ in
        #expect(request.target == "/first")
        return .text("first")
      }
    ) { address in
      let client = try RawClient(to: address)
      #expect(client.get("/first")?.text == "first")
      client.send("POST /a HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\nabc")
      // The library refuses some of these without a response, before the server sees them.
      let status = client.response()?.status
      #expect([nil, 400, 413].contains(status), "\(status ?? 0)")
      _ = client.rest()
      #expect(client.isAtEnd)
    }
  }

  @Test(arguments: ["X: a\r\n b", "X: a\r\n\tb", "X: a\0b"])
  func `a folded line or a NUL on a first request is refused`(fields: String) throws {
    try withServer(.answering(unreachable)) { address in
      let client = try RawClient(
        to: address, sending: "GET / HTTP/1.1\r\nHost: a\r\n\(fields)\r\n\r\n")
      #expect(client.response()?.status == 400)
      #expect(client.isClosed())
    }
  }

  @Test(arguments: [
    "zz\r\nabc\r\n0\r\n\r\n", "-1\r\n\r\n", "fffffffffffffffff\r\nabc", "3\r\nabcd\r\n",
  ])
  func `malformed chunks close the connection`(chunks: String) throws {
    try withServer(.answering(unreachable)) { address in
      let client = try RawClient(
        to: address,
        sending: "POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n" + chunks)
      _ = client.rest()
      #expect(client.isAtEnd)
    }
  }

  @Test func `a Content-Length above the limit is refused before the body is read`() throws {
    try withServer(.answering(bodyLimit: 10, unreachable)) { address in
      for method in ["POST", "PATCH", "DELETE", "GET"] {
        let client = try RawClient(
          to: address, sending: "\(method) / HTTP/1.1\r\nHost: a\r\nContent-Length: 11\r\n\r\n")
        let answer = try #require(client.response())
        #expect(answer.status == 413)
        #expect(answer.text == #"{"code":413,"message":"the body is larger than 10 bytes"}"#)
        #expect(client.isClosed())
      }
    }
  }

  @Test func `a chunked body is refused when it exceeds the limit`() throws {
    try withServer(.answering(bodyLimit: 10, unreachable)) { address in
      for method in ["POST", "PATCH"] {
        let client = try RawClient(
          to: address,
          sending: "\(method) / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n")
        client.send("6\r\nabcdef\r\n6\r\nabcdef\r\n")
        #expect(client.response()?.status == 413)
        #expect(client.isClosed())
      }
    }
  }

  @Test func `a client reads its refusal in the middle of a large upload`() throws {
    try withServer(.answering(bodyLimit: 10, unreachable)) { address in
      let client = try RawClient(
        to: address, sending: "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 8000000\r\n\r\n")
      client.send([UInt8](repeating: 7, count: 8_000_000))
      client.endSending()
      #expect(client.response()?.status == 413)
      #expect(client.isClosed())
    }
  }

  @Test func `the request line, the header section and the number of fields are limited`() throws {
    let line = String(repeating: "a", count: 8 * 1024)
    let field = "X: " + String(repeating: "b", count: 4 * 1024) + "\r\n"
    let rows: [(String, Int)] = [
      ("GET /\(line) HTTP/1.1\r\nHost: a\r\n\r\n", 414),
      ("GET /\(line.dropLast(16)) HTTP/1.1\r\nHost: a\r\n\r\n", 200),
      ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: field, count: 4) + "\r\n", 431),
      ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: field, count: 3) + "\r\n", 200),
      ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: 1\r\n", count: 100) + "\r\n", 431),
      ("GET / HTTP/1.1\r\nHost: a\r\n" + String(repeating: "X: 1\r\n", count: 99) + "\r\n", 200),
      (
        "GET /\(line.dropLast(16)) HTTP/1.1\r\nHost: a\r\n" + String(repeating: field, count: 3)
          + String(repeating: "Yy: 12\r\n", count: 90) + "\r\n", 200
      ),
    ]
    try withServer(.answering { _, _ in .text("fine") }) { address in
      for (request, status) in rows {
        let client = try RawClient(to: address, sending: request)
        #expect(client.response()?.status == status)
      }
    }
  }

  @Test(arguments: Flood.allCases)
  func `a megabyte of headers gets a refusal of the server and a line in the log`(
    flood: Flood
  ) throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }.answering(unreachable)) { address in
      let client = try RawClient(to: address, sending: flood.request)
      let answer = try #require(client.response())
      #expect(answer.status == (flood == .target ? 414 : 431))
      #expect(answer["Content-Type"] == "application/json")
      #expect(client.isClosed())
    }
    #expect(log.entries.count == 1)
  }

  /// Requests with a megabyte before the body.
  enum Flood: CaseIterable {
    case target, value, fields

    var request: String {
      let letters = String(repeating: "a", count: 1 << 20)
      let start = "GET / HTTP/1.1\r\nHost: a\r\n"
      return switch self {
      case .target: "GET /\(letters) HTTP/1.1\r\nHost: a\r\n\r\n"
      case .value: start + "X: \(letters)\r\n\r\n"
      case .fields: start + String(repeating: "X: 1\r\n", count: 200_000) + "\r\n"
      }
    }
  }

  @Test func `a refusal is sent without reading the body, after an optional size check`() throws {
    let handler: HTTPServer.Handler = { head, _ in
      switch head.target {
      case "/missing": .refuse(.text("missing", status: 404))
      case "/anonymous": .refuse(.text("anonymous", status: 401), bodyLimit: 10)
      default: .accept(bodyLimit: 10) { _ in .text("handled") }
      }
    }
    let rows: [(String, Int, Int)] = [
      ("/missing", 999, 404), ("/missing", 5, 404), ("/anonymous", 999, 413),
      ("/anonymous", 5, 401), ("/", 999, 413),
    ]
    try withServer(.standard.admitting(handler)) { address in
      for (target, length, status) in rows {
        let client = try RawClient(
          to: address,
          sending: "POST \(target) HTTP/1.1\r\nHost: a\r\nContent-Length: \(length)\r\n\r\n")
        #expect(client.response()?.status == status)
        #expect(client.isClosed())
      }
    }
  }

  @Test func `a refusal of a request without a body keeps the connection open`() throws {
    try withServer(.standard.admitting { _, _ in .refuse(.text("missing", status: 404)) }) {
      address in
      let client = try RawClient(to: address)
      for method in ["GET", "POST", "DELETE"] {
        client.send("\(method) / HTTP/1.1\r\nHost: a\r\n\r\n")
        #expect(client.response()?.status == 404)
      }
      client.send("HEAD / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.response(toHead: true)?["Content-Length"] == "7")
    }
  }

  @Test func `a target that is not UTF-8 is refused`() throws {
    try withServer(.standard.answering(unreachable)) { address in
      let client = try RawClient(to: address)
      client.send(Array("GET /a".utf8) + [0xFF, 0xC0] + Array(" HTTP/1.1\r\nHost: a\r\n\r\n".utf8))
      #expect(client.response()?.status == 400)
    }
  }

  @Test func `a client that expects 100-continue is refused before it sends the body`() throws {
    try withServer(.answering(bodyLimit: 1, unreachable)) { address in
      let client = try RawClient(to: address)
      client.send(
        "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nExpect: 100-continue\r\n\r\n")
      #expect(client.response()?.status == 413)
    }
  }

  /// A handler that must not be called.
  private let unreachable: Respond = { request, _ in
    Issue.record("handled: \(request.method.rawValue) \(request.target)")
    return .text("handled")
  }
}
