/// The texts that were cut from the line.
struct KillRing: Sendable {
  private static let limit = 60

  /// The texts, newest last.
  private var texts: [String] = []
  /// The number of texts by which `Alt-Y` has gone back.
  private var rotation = 0

  /// Adds a text.
  ///
  /// - Parameters:
  ///   - joins: whether to join the text with the last one, because the last action was a kill, too.
  ///   - isBackward: whether the text was cut backward, so that it is joined in front.
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

  /// Returns the text before the one returned last; the newest follows the oldest.
  mutating func previous() -> String? {
    guard !texts.isEmpty else { return nil }
    rotation = (rotation + 1) % texts.count
    return texts[texts.count - 1 - rotation]
  }
}
