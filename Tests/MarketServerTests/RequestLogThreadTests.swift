import Dispatch
import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketServer

@Suite(.timeLimit(.minutes(60))) struct RequestLogThreadTests {
  @Test func `entries of many threads are written once and in order`() throws {
    let written = Mutex<[RequestLogEntry]>([])
    let thread = RequestLogThread { entries in written.withLock { $0 += entries } }
    try thread.start()
    let writers = (0..<8).map { writer in
      onThread {
        for number in 0..<1000 { thread.add(entry("\(writer)", number)) }
      }
    }
    for writer in writers { writer.wait(until: "all entries are added") }
    thread.stop()
    let entries = written.withLock { $0 }
    #expect(entries.count == 8000)
    for writer in 0..<8 {
      #expect(
        entries.filter { $0.target == "\(writer)" }.map(\.bytesIn) == Array(0..<1000))
    }
  }

  @Test func `a full queue waits and loses nothing`() throws {
    let written = Mutex(0)
    let mayWrite = DispatchSemaphore(value: 0)
    let thread = RequestLogThread(capacity: 4) { entries in
      mayWrite.wait(until: "entries may be written")
      #expect(entries.count <= 4)
      written.withLock { $0 += entries.count }
    }
    try thread.start()
    let writers = (0..<4).map { writer in
      onThread { for number in 0..<25 { thread.add(entry("\(writer)", number)) } }
    }
    for _ in 0..<100 { mayWrite.signal() }
    for writer in writers { writer.wait(until: "all entries are added") }
    thread.stop()
    #expect(written.withLock { $0 } == 100)
  }

  @Test func `stopping without entries returns`() throws {
    let thread = RequestLogThread { _ in Issue.record("nothing was added") }
    try thread.start()
    thread.stop()
  }

  @Test func `a stopped server has written the entries of all requests`() throws {
    let log = Log()
    try withServer(.with { $0.log = log.add }) { address in
      let client = try RawClient(to: address)
      for number in 0..<100 {
        #expect(client.get("/\(number)")?.status == 200)
      }
    }
    #expect(log.entries.map(\.target) == (0..<100).map { "/\($0)" })
  }
}

private func entry(_ target: String, _ number: Int) -> RequestLogEntry {
  RequestLogEntry(
    date: WireDate(milliseconds: 0), id: "r-1", method: "GET", target: target, status: 200,
    bytesIn: number, bytesOut: 0, microseconds: 0, clientAddress: "127.0.0.1", userAgent: "",
    referer: "", facts: ResponseFacts())
}
