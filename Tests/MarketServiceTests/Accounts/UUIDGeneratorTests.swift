import MarketTestSupport
import MarketWire
import Synchronization
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct UUIDGeneratorTests {
  @Test func `a UUID has the layout of version 1`() {
    // 2022-11-29T00:57:03.1234567Z, converted by hand.
    let uuid = TimeUUID(tick: 16_696_834_231_234_567, randomBytes: [0xFF, 1, 0, 3, 4, 5, 6, 7])
    #expect(uuid.text == "bcbb3007-6f80-11ed-bf01-010304050607")
    #expect(uuid.hex == "bcbb30076f8011edbf01010304050607")
  }

  @Test func `missing random bytes are replaced by zeros`() {
    #expect(TimeUUID(random: { _ in [] }).text == "00000000-0000-1000-8000-010000000000")
    #expect(TimeUUID(tick: 0, randomBytes: []).text == "13814000-1dd2-11b2-8000-010000000000")
  }

  @Test func `UUIDs differ with a stopped clock and constant random bytes`() {
    let generator = UUIDGenerator(random: { Array(repeating: 0, count: $0) })
    let uuids = Mutex<Set<TimeUUID>>([])
    onThreads(8) { _ in
      for _ in 0..<500 {
        let uuid = generator.next(at: WireDate(milliseconds: 1_795_273_445_678))
        uuids.withLock { _ = $0.insert(uuid) }
      }
    }
    #expect(uuids.withLock { $0.count } == 4000)
  }
}
