import Dispatch
import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@Suite(.timeLimit(.minutes(60))) struct ClosureTransportTests {
  @Test(arguments: TransportContract.checks)
  func `a blocking closure fulfills the contract`(
    _ fact: ContractCheck<TransportHarness>
  ) async throws {
    let (server, end) = (EchoServer(), DispatchSemaphore(value: 0))
    defer { end.signal() }
    let transport = ClosureTransport(clock: ContinuousClock()) { request in
      let response = server.response(request)
      if response == nil { end.wait(until: "the test is done") }
      end.signal()
      return response ?? HTTPResponse(status: 500)
    }
    try await fact.check(
      TransportHarness(transport: transport, url: "http://market.local", server: server))
  }

  @Test func `the time limit uses the injected clock`() async throws {
    let (clock, end) = (TestClock(), DispatchSemaphore(value: 0))
    defer { end.signal() }
    let transport = ClosureTransport(clock: clock) { _ in
      end.wait(until: "the test is done")
      return HTTPResponse(status: 200)
    }
    let task = Task {
      try await transport.send(
        HTTPRequest(.get, "http://market.local/"), SendOptions(timeLimit: .seconds(3600)))
    }
    await clock.waitForSleepers()
    clock.advance(by: .seconds(3600))
    await #expect(throws: TransportError.self) { try await task.value }
  }

  @Test(arguments: [HTTPMethod.post, .get])
  func `a cancelled write can finish, a cancelled read does not`(_ method: HTTPMethod) async throws
  {
    let (begun, end) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
    let transport = ClosureTransport(clock: TestClock(), finishesWrites: true) { _ in
      begun.signal()
      end.wait(until: "the test is done")
      return HTTPResponse(status: 201)
    }
    let task = Task {
      try await transport.send(HTTPRequest(method, "http://market.local/"), SendOptions()).status
    }
    await withCheckedContinuation { continuation in
      Thread.detachNewThread {
        begun.wait(until: "the request runs")
        continuation.resume()
      }
    }
    task.cancel()
    if method == .post { end.signal() }
    defer { end.signal() }
    if method == .post {
      #expect(try await task.value == 201)
    } else {
      await #expect(throws: TransportError.self) { try await task.value }
    }
  }

  @Test func `an unknown host is not found`() async throws {
    let transport = ClosureTransport(clock: TestClock(), hosts: ["market.local"]) { _ in
      HTTPResponse(status: 200)
    }
    func send(_ url: String) async throws -> Int {
      try await transport.send(HTTPRequest(.get, url), SendOptions()).status
    }
    #expect(try await send("http://MARKET.local/x") == 200)
    let error = await #expect(throws: TransportError.self) { try await send("http://else/x") }
    #expect(error?.code == .nameNotFound)
  }

  @Test func `more requests than threads are queued`() async throws {
    let transport = ClosureTransport(clock: TestClock(), threadLimit: 2) {
      HTTPResponse(status: 200, body: $0.body)
    }
    let sum = try await withThrowingTaskGroup(of: Int.self) { group in
      for number in 0..<100 {
        group.addTask {
          let request = HTTPRequest(.post, "http://market.local/", body: [UInt8(number)])
          return Int(try await transport.send(request, SendOptions()).body[0])
        }
      }
      return try await group.reduce(0, +)
    }
    #expect(sum == 4950)
  }
}

extension EchoServer {
  fileprivate func response(_ request: HTTPRequest) -> HTTPResponse? {
    response(
      method: request.method.rawValue, target: request.target, headers: request.headers,
      body: request.body)
  }
}
