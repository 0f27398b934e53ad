import Foundation
import MarketTestSupport
import MarketWire
import OpenMarketClient
import Testing

@Suite(.timeLimit(.minutes(60))) struct ClientErrorTests {
  private typealias Step = ScriptedTransport.Step

  private func error(
    _ steps: [Step], _ call: (OpenMarketClient) async throws -> Void
  ) async -> ClientError? {
    let transport = ScriptedTransport(steps)
    let error = await #expect(throws: ClientError.self) {
      try await call(.test(transport, retryPolicy: .never))
    }
    #expect(transport.unused == 0)
    return error
  }

  private func readError(_ step: Step) async -> ClientError? {
    await error([step]) { _ = try await $0.product(7) }
  }

  private func writeError(_ step: Step) async -> ClientError? {
    await error([.json("\"OK\""), step]) { _ = try await $0.edit(7, ListingFields(stock: 1)) }
  }

  @Test(arguments: [
    ("https://new.example/api/products/1", ConnectionProblem.moved(to: "https://new.example")),
    ("http://new.example:81/x?secret=1", .moved(to: "http://new.example:81")),
    ("/elsewhere", nil), ("javascript:alert(1)", nil), ("https://user:pw@new.example/", nil),
  ])
  func `a market that has moved is named with its new address`(
    _ location: String, _ problem: ConnectionProblem?
  ) async {
    let error = await writeError(.status(308, headers: ["Location": location]))
    #expect(error?.code == .redirected && error?.connectionProblem == problem)
  }

  @Test(arguments: [
    (301, "redirected", "redirected"), (400, "invalid", "invalid"),
    (401, "notAuthorized", "notAuthorized"), (403, "forbidden", "forbidden"),
    (404, "notFound", "notFound"), (405, "refused", "refused"), (408, "timedOut", "timedOut"),
    (409, "invalid", "invalid"), (410, "notFound", "notFound"), (413, "tooLarge", "tooLarge"),
    (422, "invalid", "invalid"), (429, "tooManyRequests", "tooManyRequests"),
    (500, "marketFailed", "outcomeUnknown"), (502, "marketFailed", "outcomeUnknown"),
    (503, "marketFailed", "marketFailed"), (504, "marketFailed", "outcomeUnknown"),
    (507, "marketFailed", "marketFailed"), (599, "marketFailed", "outcomeUnknown"),
  ])
  func `each status has a code`(_ status: Int, _ read: String, _ write: String) async {
    let (first, second) = (
      await readError(.status(status)), await writeError(.status(status))
    )
    #expect(first?.code.rawValue == read && first?.status == status && first?.message == "no")
    #expect(second?.code.rawValue == write && second?.status == status)
    #expect(second?.cause?.rawValue == (write == "outcomeUnknown" ? read : nil))
    #expect(first?.listing == 7 && first?.operation == .show)
    #expect(second?.key != nil && second?.operation == .edit)
  }

  @Test func `an error counts all attempts, names the request, and prints as a sentence`() async {
    let clock = TestClock(jumps: true)
    let failing = ScriptedTransport([
      .status(503), .fail(.connectionLost, wasSent: true),
      .status(500, headers: ["X-Request-Id": "r1-7"]),
    ])
    let error = await #expect(throws: ClientError.self) {
      try await OpenMarketClient.test(
        failing, clock: clock, retryPolicy: RetryPolicy(maximumAttempts: 3)
      ).product(7)
    }
    #expect(error?.attempts == 3 && error?.requestID == "r1-7")
    let text = "show of listing 7: the market failed (500): no, after 3 attempts, request r1-7"
    #expect(error.map { "\($0)" } == text && error?.localizedDescription == text)
    let unreadable = ScriptedTransport([.status(503), .json("<html>")])
    let other = await #expect(throws: ClientError.self) {
      try await OpenMarketClient.test(unreadable, clock: TestClock(jumps: true)).product(7)
    }
    #expect(other?.code == .unreadableResponse && other?.attempts == 2)
    for id in ["", "a b", "é", String(repeating: "x", count: 201)] {
      let step = Step.status(400, headers: ["X-Request-Id": id])
      #expect(await readError(step)?.requestID == nil)
    }
  }

  @Test(arguments: TransportError.Code.allCases)
  func `a missing response has a code, and the outcome of a sent write is unknown`(
    _ code: TransportError.Code
  ) async {
    let read = await readError(.fail(code, wasSent: true))
    let unsent = await writeError(.fail(code, wasSent: false))
    let sent = await writeError(.fail(code, wasSent: true))
    #expect(read?.code == unsent?.code && read?.code != .outcomeUnknown)
    #expect(sent?.code == .outcomeUnknown && sent?.cause == read?.code)
  }

  @Test(arguments: ["", "<html>log in</html>", "[]", "{}", "null", "{\"id\":", "\u{0}"])
  func `an undecodable success is unreadable, and the outcome of a write is unknown`(
    _ body: String
  ) async {
    let read = await readError(.json(body))
    #expect(read?.code == .unreadableResponse && read?.problem != nil)
    let write = await writeError(.json(body, status: 201))
    #expect(write?.code == .outcomeUnknown && write?.cause == .unreadableResponse)
  }

  @Test func `issues in a response are returned`() async throws {
    let body = #"{"id":7,"name":null,"price":"much","currency":"KRW"}"#
    let reading = try await OpenMarketClient.test(ScriptedTransport([.json(body)])).product(7)
    #expect(reading.value.id == 7)
    #expect(reading.issues.contains { $0.path == "$.price" })
  }

  @Test func `without credentials nothing is sent`() async {
    let transport = ScriptedTransport([])
    let client = OpenMarketClient.test(transport, credentials: nil)
    let error = await #expect(throws: ClientError.self) {
      try await client.create(ListingFields(), images: [])
    }
    #expect(error?.code == .notSignedIn && transport.requests.isEmpty)
  }

  @Test func `an error contains no secret, even if the market echoes it`() async throws {
    let credentials = Credentials.test
    let token = "MTYyNHxjMGZmZWU="
    let secrets = [
      credentials.secret.revealed, credentials.identifier.revealed, token, "MTYyNHxjMGZmZWU",
    ]
    let echo = secrets.joined(separator: " and ") + " " + secrets[1].uppercased()
    let body = #"{"code":404,"message":"no \#(echo) /api/products/\#(token)"}"#
    let detail = TransportError(.other, wasSent: true, detail: echo)
    for step in [Step.json(body, status: 404), .fail(detail)] {
      let error = await error([.json("/api/products/\(token)"), step]) {
        _ = try await $0.remove(7)
      }
      var dump = ""
      Swift.dump(error, to: &dump)
      for text in [dump, "\(String(describing: error))", String(reflecting: error)] {
        for secret in secrets { #expect(!text.lowercased().contains(secret.lowercased())) }
      }
    }
  }

  @Test func `a message of the market is cut to the maximum length`() async {
    let words = String(repeating: "x", count: 100_000)
    let error = await readError(.json(#"{"code":400,"message":"\#(words)"}"#, status: 400))
    #expect(error?.message?.count == ClientError.messageLimit)
  }

  @Test func `an unhealthy market is not an error`() async throws {
    for (step, expected) in [
      (Step.json("\"OK\""), true), (.json("\"FAIL\"", status: 503), false), (.status(404), false),
      (.json("<html>", status: 200), false),
    ] {
      let isHealthy = try await OpenMarketClient.test(ScriptedTransport([step])).isHealthy()
      #expect(isHealthy == expected)
    }
    let error = await error([.fail(.refused, wasSent: false)]) { _ = try await $0.isHealthy() }
    #expect(error?.code == .connectionRefused && error?.isUnreachable == true)
  }
}
