import MarketServer
import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(60))) struct FuzzTests {
  @Test func `the server survives random bytes in the headers`() throws {
    try withServer(.with { $0.limits.lingerTimeout = .zero }) { address in
      var random = RandomBytes(seed: 20_240_229)
      for _ in 0..<400 {
        let client = try RawClient(to: address)
        if random.next() % 2 == 0 { client.send("GET / HTTP/1.1\r\nHost: a\r\n") }
        for _ in 0..<50 {
          client.send(random.bytes(count: Int(random.next() % 40)) + random.lineEnd())
        }
        client.send("\r\n\r\n")
        client.endSending()
        _ = client.rest()
        #expect(client.isAtEnd)
      }
      let client = try RawClient(to: address)
      #expect(client.get("/")?.status == 200)
    }
  }

  @Test(arguments: ["&", "a=b&", "=", "%", "?", "/", ";"])
  func `a target of separators gets a response`(separator: String)
    throws
  {
    try withServer { address in
      let client = try RawClient(to: address)
      let count = 8000 / separator.utf8.count
      client.send("GET /?\(String(repeating: separator, count: count)) HTTP/1.1\r\nHost: a\r\n\r\n")
      let status = client.response()?.status
      #expect(status == (separator.contains("&") ? 400 : 200), "\(status ?? 0)")
    }
  }
}

/// Reproducible random bytes (xorshift).
private struct RandomBytes {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Arbitrary bytes, or bytes that are common in header sections.
  mutating func bytes(count: Int) -> [UInt8] {
    let alphabet = Array(": \t\r\n\0;,=/%aZ0\u{7f}\"HTTP/1.1Content-Length: Transfer-Encoding".utf8)
    let isAny = next() % 3 == 0
    return (0..<count).map { _ in
      let value = next()
      return isAny
        ? UInt8(truncatingIfNeeded: value >> 8) : alphabet[Int(value % 61) % alphabet.count]
    }
  }

  mutating func lineEnd() -> [UInt8] {
    next() % 4 == 0 ? [UInt8(ascii: "\n")] : Array("\r\n".utf8)
  }
}
