import Dispatch
import Foundation
import MarketTestSupport
import MarketWire
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct ConnectionTableTests {
  private func table(_ change: (inout ServerConfiguration) -> Void = { _ in }) -> ConnectionTable {
    var configuration = ServerConfiguration()
    configuration.elapsed = { .zero }
    change(&configuration)
    return ConnectionTable(configuration)
  }

  @Test func `connections are limited in total and per address`() throws {
    let table = table {
      $0.limits.connections = 3
      $0.limits.connectionsPerAddress = 2
    }
    func open(_ descriptor: Int32, _ address: String) throws -> ClientConnection {
      try #require(table.open(descriptor, from: IPAddress(text: address)))
    }
    let first = try [open(1, "::1"), open(2, "::1"), open(3, "::1")]
    table.close(first[2])
    let others = try [open(3, "192.0.2.1"), open(4, "192.0.2.2")]
    for connection in [first[0], first[0], others[1]] { table.close(connection) }
    let last = try open(5, "::1")
    #expect(
      (first + others + [last]).map(\.exceedsLimits) == [false, false, true, false, true, false])
  }

  /// The table is locked while the timeout thread sends 408, which needs the date.
  @Test func `a request does not wait for the lock of the table`() throws {
    var ends: [Int32] = [0, 0]
    #expect(socketpair(AF_UNIX, socketStream, 0, &ends) == 0)
    defer { for end in ends { close(end) } }
    let isLocked = DispatchSemaphore(value: 0)
    let mayUnlock = DispatchSemaphore(value: 0)
    let table = table {
      $0.limits.headerTimeout = .zero
      $0.now = {
        isLocked.signal()
        mayUnlock.wait(until: "the other request is done")
        return WireDate(milliseconds: 0)
      }
    }
    let overdue = try #require(table.open(ends[0], from: nil))
    let other = try #require(table.open(ends[1], from: nil))
    table.advance(overdue, to: .headers)
    table.advance(other, to: .handling)
    let timeouts = onThread { table.abortOverdue() }
    isLocked.wait(until: "the table is locked")
    let request = onThread {
      for phase in [ConnectionPhase.responding, .idle, .headers, .body, .handling] {
        table.advance(other, to: phase)
      }
    }
    request.wait(until: "the request is done")
    mayUnlock.signal()
    timeouts.wait(until: "the table is unlocked")
    #expect(overdue.phase == .timedOut)
    #expect(other.phase == .handling)
  }

  #if canImport(Glibc)
    private let socketStream = Int32(SOCK_STREAM.rawValue)
  #else
    private let socketStream = SOCK_STREAM
  #endif
}
