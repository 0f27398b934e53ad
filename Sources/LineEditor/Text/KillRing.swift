/// What was cut from the line, the newest first to come back.

struct KillRing: Sendable {
  private static let limit = 60

  /// The newest is last.
  private var texts: [String] = []
  /// How far a row of `Alt-Y` has gone back.
  private var rotation = 0

  /// - Parameter joins: the kill follows another one, and both are one text: behind it, or before it
  ///   where it was cut backwards.
  mutating func add(_ text: String, joins: Bool, isBackward: Bool) {
    guard !text.isEmpty else { return }
    rotation = 0
    if joins, let last = texts.popLast() {
      texts.append(isBackward ? text + last : last + text)
    } else {
      texts.append(text)
      if texts.count > Self.limit { texts.removeFirst() }
    }
  }

  mutating func newest() -> String? {
    rotation = 0
    return texts.last
  }

  /// The one before the one that was asked for last; behind the oldest comes the newest.
  mutating func previous() -> String? {
    guard !texts.isEmpty else { return nil }
    rotation = (rotation + 1) % texts.count
    return texts[texts.count - 1 - rotation]
  }
}
