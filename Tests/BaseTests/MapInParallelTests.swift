import Base
import Testing

@Suite(.timeLimit(.minutes(60))) struct MapInParallelTests {
  @Test(arguments: [0, 1, 2, 100])
  func `results are in the order of their numbers`(_ count: Int) {
    #expect(mapInParallel(count) { $0 * 2 } == (0..<count).map { $0 * 2 })
  }
}
