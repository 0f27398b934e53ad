/// Which pictures of an answer are fetched when.

/// The pictures of an answer, asked for in order: a few at once, and none far ahead of the first
/// that is missing, so that of a hundred thousand only a few are ever held.
struct PictureQueue {
  /// The most that are fetched at once.
  static let atOnce = 6
  /// How many may have come, or be on their way, from the first that is missing on.
  static let ahead = 24

  private let order: [Int]
  /// Positions in the order: everything before `missing` is done, everything before `asked` has begun.
  private var missing = 0
  private var asked = 0
  private(set) var underWay = 0
  /// Those that arrived, from the first missing one on.
  private var done: Set<Int> = []

  init(_ order: [Int]) {
    self.order = order
  }

  /// The next one to be fetched, which counts as begun; nil where that has to wait.
  mutating func next() -> Int? {
    guard asked < order.count, underWay < Self.atOnce, asked < missing + Self.ahead else {
      return nil
    }
    defer { asked += 1 }
    underWay += 1
    return order[asked]
  }

  /// Notes that a picture arrived or never will.
  mutating func take(_ picture: Int) {
    underWay -= 1
    done.insert(picture)
    passDone()
  }

  private mutating func passDone() {
    while missing < asked, done.remove(order[missing]) != nil { missing += 1 }
  }
}
