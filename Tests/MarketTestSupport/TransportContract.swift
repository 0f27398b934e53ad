import MarketWire
public import OpenMarketClient
import Testing

/// A transport with an ``EchoServer`` at its other end.
public struct TransportHarness: Sendable {
  public let transport: any Transport
  /// The URL of the server, without a slash at the end.
  public let url: String
  public let server: EchoServer

  public init(transport: any Transport, url: String, server: EchoServer) {
    self.transport = transport
    self.url = url
    self.server = server
  }

  func send(
    _ method: HTTPMethod = .get, _ target: String, headers: HTTPHeaders = [:],
    body: [UInt8] = [], _ options: SendOptions = SendOptions()
  ) async throws(TransportError) -> HTTPResponse {
    try await transport.send(
      HTTPRequest(method, url + target, headers: headers, body: body), options)
  }

  /// Sends a request and returns the header lines and the body that the server received.
  func echo(
    _ method: HTTPMethod = .get, _ target: String = "/echo", headers: HTTPHeaders = [:],
    body: [UInt8] = []
  ) async throws -> (lines: [String], body: [UInt8]) {
    let answer = try await send(method, target, headers: headers, body: body).body
    let end = try #require(answer.firstRange(of: Array("\n\n".utf8)))
    let head = String(decoding: answer[..<end.lowerBound], as: UTF8.self)
    return (head.split(separator: "\n").map(String.init), Array(answer[end.upperBound...]))
  }
}

/// The behavior that every transport must have.
public enum TransportContract {
  public static let checks: [ContractCheck<TransportHarness>] = requests + answers + ends

  private static let requests: [ContractCheck<TransportHarness>] = [
    ContractCheck("method and target arrive as they were sent") { harness async throws in
      for method in [HTTPMethod.get, .post, .patch, .delete] {
        let target = "/echo/a%2Fb//c/MQ==/?q=%EB%A8%B8%EA%B7%B8&x=1+2"
        let lines = try await harness.echo(method, target).lines
        #expect(lines.prefix(2) == [method.rawValue, target])
      }
    },
    ContractCheck("headers arrive, also empty ones, and none can start another line") {
      harness async throws in
      let lines = try await harness.echo(
        .post,
        headers: [
          "identifier": "abc", "X-Empty": "", "X-Quote": #"a "b" \c; d"#,
          "X-Break": "a\r\nX-Evil: 1",
        ]
      ).lines
      for line in ["identifier: abc", "x-empty: ", #"x-quote: a "b" \c; d"#] {
        #expect(lines.contains(line))
      }
      #expect(!lines.contains { $0.hasPrefix("x-evil") || $0.hasPrefix("expect") })
    },
    ContractCheck("the Host header names the server") { harness async throws in
      let host = harness.url.split(separator: "/").last.map(String.init) ?? ""
      #expect(try await harness.echo().lines.contains("host: \(host)"))
    },
    ContractCheck("bodies of any size arrive completely") { harness async throws in
      for count in [0, 1, 70_000, 2 << 20] {
        let body = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 3) }
        for method in [HTTPMethod.post, .patch, .delete] {
          #expect(try await harness.echo(method, body: body).body == body)
        }
      }
    },
    ContractCheck("the last progress report includes all bytes") { harness async throws in
      let (stream, continuation) = AsyncStream<TransferProgress>.makeStream()
      var options = SendOptions()
      options.progress = { continuation.yield($0) }
      let body = [UInt8](repeating: 7, count: 300_000)
      let answer = try await harness.send(.post, "/echo", body: body, options).body
      continuation.finish()
      var last: TransferProgress?
      for await progress in stream { last = progress }
      #expect(last?.sent == body.count && last?.toSend == body.count)
      #expect(last?.received == answer.count)
    },
  ]

  private static let answers: [ContractCheck<TransportHarness>] = [
    ContractCheck("every status is returned as a response") { harness async throws in
      for status in [200, 201, 202, 304, 400, 404, 429, 500, 503] {
        #expect(try await harness.send("/status/\(status)").status == status)
      }
    },
    ContractCheck("all headers of the response are returned") { harness async throws in
      let headers = try await harness.send("/headers").headers
      // Some libraries join fields of one name, which means the same (RFC 9110, section 5.2).
      #expect(headers.all("X-TWICE").joined(separator: ", ") == "one, two")
      #expect(headers["x-blank"]?.contains("in") == true)
    },
    ContractCheck("a large response arrives completely, one above the limit is an error") {
      harness async throws in
      #expect(try await harness.send("/zeros/6000000").body.count == 6_000_000)
      var options = SendOptions()
      options.maxBodyBytes = 1000
      #expect(try await harness.send("/zeros/1000", options).body.count == 1000)
      let error = await #expect(throws: TransportError.self) {
        try await harness.send("/zeros/1001", options)
      }
      #expect(error?.code == .tooLarge && error?.wasSent == true)
    },
    ContractCheck("each of 32 simultaneous requests gets its own response") {
      harness async throws in
      try await withThrowingTaskGroup(of: Void.self) { group in
        for number in 0..<32 {
          group.addTask {
            let body = [UInt8](repeating: UInt8(number), count: 10_000 + number)
            let answer = try await harness.echo(.post, body: body)
            #expect(answer.body == body)
          }
        }
        try await group.waitForAll()
      }
    },
  ]

  private static let ends: [ContractCheck<TransportHarness>] = [
    ContractCheck("a cancelled request ends at once and may have been processed") {
      harness async throws in
      let task = Task { () -> TransportError? in
        do throws(TransportError) {
          _ = try await harness.send(.post, "/silence")
          return nil
        } catch {
          return error
        }
      }
      for await _ in harness.server.silentRequests { break }
      task.cancel()
      let error = await task.value
      #expect(error?.code == .cancelled && error?.wasSent == true)
    },
    ContractCheck("a request of a cancelled task is not sent") { harness async throws in
      let task = Task { () -> TransportError? in
        await waitUntil("the task is canceled") { Task.isCancelled }
        do throws(TransportError) {
          _ = try await harness.send("/echo")
          return nil
        } catch {
          return error
        }
      }
      task.cancel()
      let error = await task.value
      #expect(error?.code == .cancelled && error?.wasSent == false)
    },
    ContractCheck("the time limit ends a request without a response") { harness async throws in
      var options = SendOptions()
      options.timeLimit = .seconds(3)
      let error = await #expect(throws: TransportError.self) {
        try await harness.send(.post, "/silence", options)
      }
      #expect(error?.code == .timedOut && error?.wasSent == true)
    },
    ContractCheck("requests work after one that was aborted") { harness async throws in
      var options = SendOptions()
      options.timeLimit = .milliseconds(100)
      _ = try? await harness.send("/silence", options)
      #expect(try await harness.send("/status/200").status == 200)
    },
    ContractCheck("a request with an invalid URL is not sent") { harness async throws in
      for target in [
        "", "/api", "ftp://host/", "http://", "http://a b/", "http://user:pw@host/",
        "http://host/\r\nX: 1",
      ] {
        let error = await #expect(throws: TransportError.self) {
          try await harness.transport.send(HTTPRequest(.get, target), SendOptions())
        }
        #expect(error?.code == .badRequest && error?.wasSent == false)
      }
    },
  ]
}

extension TransportHarness {
  fileprivate func send(
    _ target: String, _ options: SendOptions = SendOptions()
  ) async throws(TransportError) -> HTTPResponse {
    try await send(.get, target, options)
  }
}
