import Testing

@testable import FullScreen

@Suite(.timeLimit(.minutes(60))) struct PictureQueueTests {
  @Test func `only a few pictures are started, none far ahead of the first that is missing`() {
    var queue = PictureQueue(Array(0..<1000))
    func started() -> [Int] {
      var started: [Int] = []
      while let next = queue.next() { started.append(next) }
      return started
    }
    #expect(started() == Array(0..<6))
    for picture in [5, 3, 1] { queue.finish(picture) }
    #expect(started() == [6, 7, 8])
    // The first picture never arrives; the others do.
    for picture in 1..<24 where ![5, 3, 1].contains(picture) {
      queue.finish(picture)
      _ = started()
    }
    #expect(queue.next() == nil)
    queue.finish(0)
    #expect(started() == Array(24..<30))
  }
}
