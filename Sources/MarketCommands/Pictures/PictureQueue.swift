/// Which pictures of an answer are fetched when.

/// The pictures of an answer, asked for in order: a few at once, and none far ahead of the first
/// that is missing, so that of a hundred thousand only a few are ever held.
struct PictureQueue {
  /// The most that are fetched at once.
  static let atOnce = 6
  /// How many may have come, or be on their way, from the first that is missing on.
  static let ahead = 24

  private let order: [Int]
  /// Places in the order: up to the first all are done with, up to the second all have been begun or
  /// are done with.
  private var missing = 0
  private var asked = 0
  private(set) var underWay = 0
  /// Those that came, or that nobody waits for, from the first that is missing on.
  private var done: Set<Int> = []

  init(_ order: [Int]) {
    self.order = order
  }

  /// The next one to be fetched, which counts as begun; nil where that has to wait.
  mutating func next() -> Int? {
    while asked < order.count, done.contains(order[asked]) {
      asked += 1
      passDone()
    }
    guard asked < order.count, underWay < Self.atOnce, asked < missing + Self.ahead else {
      return nil
    }
    defer { asked += 1 }
    underWay += 1
    return order[asked]
  }

  /// One that was begun came, or never will.
  mutating func take(_ picture: Int) {
    underWay -= 1
    pass(picture)
  }

  /// Nobody waits for it any more, whether it is under way or not.
  mutating func pass(_ picture: Int) {
    done.insert(picture)
    passDone()
  }

  private mutating func passDone() {
    while missing < asked, done.remove(order[missing]) != nil { missing += 1 }
  }
}
