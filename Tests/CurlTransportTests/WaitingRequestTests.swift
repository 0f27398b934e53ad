import CurlTransport
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Synchronization
import Testing

/// Requests that wait in the transport until others have ended.
@Suite(.timeLimit(.minutes(5))) struct WaitingRequestTests {
  private func send(
    _ count: Int, atMost limit: Int, to server: ScriptedServer, over transport: CurlTransport
  ) async -> [Result<HTTPResponse, TransportError>] {
    await withTaskGroup { group in
      for number in 0..<count {
        group.addTask { () -> (Int, Result<HTTPResponse, TransportError>) in
          var options = SendOptions()
          options.concurrencyLimit = limit
          do throws(TransportError) {
            let request = HTTPRequest(.post, server.url + "/\(number)", body: [1])
            return (number, .success(try await transport.send(request, options)))
          } catch {
            return (number, .failure(error))
          }
        }
      }
      return await group.reduce(into: [:]) { $0[$1.0] = $1.1 }.sorted { $0.key < $1.key }
        .map(\.value)
    }
  }

  @Test(arguments: [1, 3])
  func `no more requests than the limit are sent at a time`(_ limit: Int) async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { server in
      let transport = CurlTransport()
      let results = await send(20, atMost: limit, to: server, over: transport)
      #expect(results.allSatisfy { (try? $0.get().status) == 200 })
      // A connection carries one request at a time, and is used again.
      #expect(Set(server.received.map(\.connection)).count <= limit)
      #expect(server.received.count == 20)
    }
  }

  @Test func `many calls at once share the connections to their host`() async throws {
    try await withServer { _ in
      .respond("\"OK\"")
    } _: { server in
      let transport = CurlTransport(CurlConfiguration(connectionsPerHost: 4))
      try await withThrowingTaskGroup { group in
        for number in 0..<1000 {
          group.addTask {
            try await transport.send(HTTPRequest(.get, server.url + "/\(number)"), SendOptions())
          }
        }
        for try await response in group { #expect(response.status == 200) }
      }
      #expect(server.received.count == 1000)
      #expect(Set(server.received.map(\.connection)).count <= 4)
    }
  }

  @Test func `after a response that is no success, waiting requests are not sent`() async throws {
    try await withServer { _ in
      .send(Array("HTTP/1.1 400 Bad Request\r\nContent-Length: 0\r\n\r\n".utf8))
    } _: { server in
      let transport = CurlTransport()
      let results = await send(8, atMost: 1, to: server, over: transport)
      let responses = results.compactMap { try? $0.get() }
      let errors = results.compactMap { result in
        if case .failure(let error) = result { error } else { nil }
      }
      #expect(!responses.isEmpty && responses.count == server.received.count)
      #expect(errors.allSatisfy { $0.code == .cancelled && !$0.wasSent })
      // Requests that come later are sent again.
      let later = await send(1, atMost: 1, to: server, over: transport)
      #expect((try? later[0].get().status) == 400)
    }
  }
}
