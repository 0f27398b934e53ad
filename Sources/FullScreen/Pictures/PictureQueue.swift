/// The order in which the pictures of an output are fetched.
///
/// A few pictures are fetched at a time, and none far ahead of the first that is missing, so that
/// only a few of any number of pictures are in memory.
package struct PictureQueue {
  /// The maximum number of simultaneous requests.
  package static let maximumConcurrency = 6
  /// How far the fetched pictures may be ahead of the first that is missing.
  static let maximumLookahead = 24

  private let order: [Int]
  /// All positions before `missing` are finished.
  private var missing = 0
  /// All positions before `started` are started.
  private var started = 0
  private var activeCount = 0
  /// The finished pictures after the first that is missing.
  private var finished: Set<Int> = []

  init(_ order: [Int]) {
    self.order = order
  }

  /// Returns the next picture and counts it as started, or returns nil if it has to wait.
  mutating func next() -> Int? {
    guard started < order.count, activeCount < Self.maximumConcurrency,
      started < missing + Self.maximumLookahead
    else { return nil }
    defer { started += 1 }
    activeCount += 1
    return order[started]
  }

  /// Records that a picture arrived or failed.
  mutating func finish(_ picture: Int) {
    activeCount -= 1
    finished.insert(picture)
    while missing < started, finished.remove(order[missing]) != nil { missing += 1 }
  }
}
