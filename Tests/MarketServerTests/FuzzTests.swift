import MarketServer
import MarketTestSupport
import Testing

@Suite(.timeLimit(.minutes(5))) struct FuzzTests {
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
      client.send("GET / HTTP/1.1\r\nHost: a\r\n\r\n")
      #expect(client.response()?.status == 200)
    }
  }

  @Test(arguments: ["&", "a=b&", "=", "%", "?", "/", ";"])
  func `a target of separators gets a response or closes the connection`(separator: String)
    throws
  {
    try withServer { address in
      let client = try RawClient(to: address)
      let count = 8000 / separator.utf8.count
      client.send("GET /?\(String(repeating: separator, count: count)) HTTP/1.1\r\nHost: a\r\n\r\n")
      // The library closes the connection if its memory is too small for the parameters.
      let status = client.response()?.status
      #expect([200, 414, 431, nil].contains(status), "\(status ?? 0)")
      #expect(status != nil || client.isAtEnd)
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
