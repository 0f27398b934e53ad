import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct ClientConnectionTests {
  private static let second = 1_000_000_000

  private func connection(in phase: ConnectionPhase) -> ClientConnection {
    let connection = ClientConnection(
      descriptor: 3, address: nil, limits: ServerLimits(), at: 0)
    connection.advance(to: phase, at: 0)
    return connection
  }

  @Test(arguments: [
    (ConnectionPhase.opened, 10, ConnectionPhase.aborted), (.headers, 10, .timedOut),
    (.body, 10, .timedOut), (.idle, 30, .aborted), (.responding, 60, .aborted),
  ])
  func `each phase has its timeout`(
    phase: ConnectionPhase, seconds: Int, after: ConnectionPhase
  ) {
    let connection = connection(in: phase)
    #expect(connection.abort(overdueAt: seconds * Self.second - 1) == nil)
    #expect(connection.abort(overdueAt: seconds * Self.second) == phase)
    #expect(connection.abort(overdueAt: 999 * Self.second) == nil)
    #expect(connection.phase == after)
  }

  @Test(arguments: [ConnectionPhase.handling, .closing])
  func `a handler and a closing connection have no deadline`(phase: ConnectionPhase) {
    #expect(connection(in: phase).abort(overdueAt: 9999 * Self.second) == nil)
  }

  @Test func `an aborted connection stays aborted`() {
    let connection = connection(in: .body)
    #expect(connection.abort(overdueAt: 60 * Self.second) == .body)
    #expect(!connection.advance(to: .handling, at: 60 * Self.second))
    #expect(connection.abort() == nil)
    #expect(connection.phase == .timedOut)
  }

  @Test(arguments: ConnectionPhase.allCases)
  func `draining aborts connections without a running request`(phase: ConnectionPhase) {
    let connection = connection(in: phase)
    let isUnused = phase == .opened || phase == .idle
    #expect(phase.isRunning == [.headers, .body, .handling, .responding].contains(phase))
    #expect((connection.abortIfUnused() != nil) == isUnused)
    #expect((connection.abort() != nil) == (!isUnused && !phase.isAborted))
    #expect(connection.phase.isAborted)
  }

  @Test(arguments: [
    (0, 1, 10), (8192, 1, 11), (8192, 11, 11), (8192 * 8, 18, 18), (22_000 * 66, 66, 76),
    (1 << 30, 5, 15), (1 << 30, 599, 600),
  ])
  func `a body may lag 10 s behind 8 KiB a second and pause for 10 s`(
    bytes: Int, at now: Int, seconds: Int
  ) {
    let connection = connection(in: .body)
    connection.extendBody(startedAt: 0, received: bytes, at: now * Self.second)
    #expect(connection.abort(overdueAt: seconds * Self.second - 1) == nil)
    #expect(connection.abort(overdueAt: seconds * Self.second) == .body)
  }

  @Test(
    arguments: [
      (ConnectionPhase.opened, 3, false), (.headers, 3, false), (.body, 3, true), (.idle, 3, true),
      (.responding, -7, true), (.handling, nil, true), (.closing, nil, true),
    ] as [(ConnectionPhase, Int?, Bool)])
  func `a client that keeps the server waiting is idle`(
    phase: ConnectionPhase, seconds: Int?, hasSentRequest: Bool
  ) {
    let idle = connection(in: phase).idleTime(at: 3 * Self.second)
    #expect(idle?.nanoseconds == seconds.map { $0 * Self.second })
    if let idle { #expect(idle.hasSentRequest == hasSentRequest) }
  }

  @Test func `a body that keeps its rate is not idle`() {
    let connection = connection(in: .body)
    connection.extendBody(startedAt: 0, received: 8192 * 5, at: 5 * Self.second)
    #expect(connection.idleTime(at: 5 * Self.second)?.nanoseconds == 0)
    #expect(connection.idleTime(at: 8 * Self.second)?.nanoseconds == 3 * Self.second)
  }
}
