/// UUIDs of version 1: their layout, and that none comes twice.
import MarketWire
import Synchronization
import Testing

@testable import MarketService

struct UUIDGeneratorTests {
  @Test func `time and noise stand where version 1 has them`() {
    // 2022-11-29T00:57:03.1234567Z, laid out by hand.
    let uuid = TimeUUID(tick: 16_696_834_231_234_567, noise: [0xFF, 1, 0, 3, 4, 5, 6, 7])
    #expect(uuid.text == "bcbb3007-6f80-11ed-bf01-010304050607")
    #expect(uuid.hex == "bcbb30076f8011edbf01010304050607")
  }

  @Test func `too few random bytes are made up for with zeros`() {
    #expect(TimeUUID(random: { _ in [] }).text == "00000000-0000-1000-8000-010000000000")
    #expect(TimeUUID(tick: 0, noise: []).text == "13814000-1dd2-11b2-8000-010000000000")
  }

  @Test func `with a clock that stands and noise that is none they still differ`() {
    let maker = UUIDGenerator(random: { Array(repeating: 0, count: $0) })
    let made = Mutex<Set<TimeUUID>>([])
    onThreads(8) { _ in
      for _ in 0..<500 {
        let uuid = maker.next(at: WireDate(milliseconds: 1_795_273_445_678))
        made.withLock { _ = $0.insert(uuid) }
      }
    }
    #expect(made.withLock { $0.count } == 4000)
  }
}
