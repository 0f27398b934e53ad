import Messages

/// The words that differ between two versions of a text: `Oak {mug → cup}, {+ large}`.
///
/// The signs are there with colors, too: a plan is also read in pipes, in questions and aloud.
struct TextDifference {
  private enum Part {
    case same([Substring])
    case changed(old: [Substring], new: [Substring])
  }

  /// A text with more words is not compared; the market accepts none.
  private static let wordLimit = 2_000
  /// The most places that are shown.
  private static let mostPlaces = 4
  /// The most words that are shown of each place.
  private static let mostWords = 8

  private let parts: [Part]

  /// Returns nil if the texts have no word in common, or the same words.
  init?(_ before: String, _ after: String) {
    let old = before.split(whereSeparator: \.isWhitespace)
    let new = after.split(whereSeparator: \.isWhitespace)
    guard old.count <= Self.wordLimit, new.count <= Self.wordLimit, old != new else { return nil }
    var (removed, inserted) = (Set<Int>(), Set<Int>())
    for change in new.difference(from: old) {
      switch change {
      case .remove(let offset, _, _): removed.insert(offset)
      case .insert(let offset, _, _): inserted.insert(offset)
      }
    }
    guard removed.count < old.count else { return nil }
    var parts: [Part] = []
    var (left, right) = (0, 0)
    while left < old.count || right < new.count {
      let (oldStart, newStart) = (left, right)
      while removed.contains(left) { left += 1 }
      while inserted.contains(right) { right += 1 }
      if left > oldStart || right > newStart {
        parts.append(
          .changed(old: Array(old[oldStart..<left]), new: Array(new[newStart..<right])))
        continue
      }
      while left < old.count, !removed.contains(left), !inserted.contains(right) {
        left += 1
        right += 1
      }
      parts.append(.same(Array(old[oldStart..<left])))
    }
    self.parts = parts
  }

  /// The changed words between those around them.
  ///
  /// - Parameter context: how many words are shown around a place; nil for all.
  func message(context: Int?) -> Message {
    var items: [Message] = []
    var places = 0
    for (index, part) in parts.enumerated() {
      switch part {
      case .same(let words):
        let isLast = index == parts.count - 1
        items.append(Self.cut(words, context, isFirst: index == 0, isLast: isLast))
      case .changed(let old, let new):
        places += 1
        if places > Self.mostPlaces { return .list(items + ["…"], .sentences) }
        items.append(Self.place(Self.shortened(old), Self.shortened(new)))
      }
    }
    return .list(items, .sentences)
  }

  private static func place(_ old: String, _ new: String) -> Message {
    if old.isEmpty { return "{+ \("\(new)", .strong)}" }
    if new.isEmpty { return "{- \("\(old)", .old)}" }
    return "{\("\(old)", .old) → \("\(new)", .strong)}"
  }

  /// The words next to a place; all if there are few more.
  private static func cut(
    _ words: [Substring], _ context: Int?, isFirst: Bool, isLast: Bool
  ) -> Message {
    let context = context ?? words.count
    let head = isFirst ? [] : words.prefix(context)
    let tail = isLast ? [] : words.suffix(context)
    // A mark instead of one or two words would save nothing.
    guard words.count - head.count - tail.count > 2 else {
      return "\(words.joined(separator: " "))"
    }
    return "\((head + ["…"] + tail).joined(separator: " "))"
  }

  private static func shortened(_ words: [Substring]) -> String {
    guard words.count > mostWords else { return words.joined(separator: " ") }
    let half = mostWords / 2
    return (words.prefix(half) + ["…"] + words.suffix(half)).joined(separator: " ")
  }
}
