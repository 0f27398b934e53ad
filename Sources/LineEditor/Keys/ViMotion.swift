/// A search for a character in the line (`f`, `F`, `t`, `T`).
struct ViFind: Hashable, Sendable {
  var target: Character
  var isForward: Bool
  /// Whether the cursor stops before the character.
  var stopsBefore: Bool
  /// Whether the find is a repetition, which skips the character it stopped before.
  var isRepeat = false

  func repeated(isReversed: Bool) -> ViFind {
    ViFind(
      target: target, isForward: isForward != isReversed, stopsBefore: stopsBefore, isRepeat: true)
  }
}

/// A motion of vi's normal mode.
enum ViMotion: Hashable, Sendable {
  case left, right, up, down
  case word(big: Bool)
  case wordBack(big: Bool)
  case wordEnd(big: Bool)
  case lineStart, indent, lineEnd
  case textStart, textEnd
  case find(ViFind)
  case repeatFind(reversed: Bool)

  /// Creates the motion of a single character command.
  init?(_ character: Character) {
    switch character {
    case "h": self = .left
    case "l", " ": self = .right
    case "j": self = .down
    case "k": self = .up
    case "w", "W": self = .word(big: character == "W")
    case "b", "B": self = .wordBack(big: character == "B")
    case "e", "E": self = .wordEnd(big: character == "E")
    case "0": self = .lineStart
    case "^": self = .indent
    case "$": self = .lineEnd
    case "G": self = .textEnd
    case ";": self = .repeatFind(reversed: false)
    case ",": self = .repeatFind(reversed: true)
    default: return nil
    }
  }

  /// Whether an operator applies to whole lines.
  var isByLines: Bool {
    switch self {
    case .up, .down, .textStart, .textEnd: true
    default: false
    }
  }

  /// Whether an operator includes the character at the target.
  var isInclusive: Bool {
    switch self {
    case .wordEnd: true
    case .find(let find): find.isForward
    default: false
    }
  }
}

extension EditBuffer {
  /// The offset that a motion leads to, or nil if it is impossible.
  func target(of motion: ViMotion, count: Int) -> Int? {
    switch motion {
    case .up, .down: return vertical(motion == .down, count: count)
    case .lineStart: return lineStart(of: cursor)
    case .indent: return indent(of: cursor)
    case .lineEnd:
      guard count > 1 else { return lineEnd(of: cursor) }
      return vertical(true, count: count - 1).map { lineEnd(of: $0) }
    case .textStart: return 0
    case .textEnd: return lineStart(of: self.count)
    case .find(let find): return offset(of: find, count: count)
    case .repeatFind: return nil
    case .left, .right, .word, .wordBack, .wordEnd:
      var offset = cursor
      for _ in 0..<count {
        let next = step(motion, from: offset)
        if next == offset { break }
        offset = next
      }
      return offset == cursor ? nil : offset
    }
  }

  private func step(_ motion: ViMotion, from offset: Int) -> Int {
    switch motion {
    case .left: max(before(offset), lineStart(of: offset))
    case .right: min(after(offset), lineEnd(of: offset))
    case .word(let big): nextWord(from: offset, big: big)
    case .wordBack(let big): previousWord(from: offset, big: big)
    case .wordEnd(let big): wordEnd(from: offset, big: big)
    default: offset
    }
  }

  private func vertical(_ isBelow: Bool, count: Int) -> Int? {
    let column = column
    var offset = cursor
    for _ in 0..<count {
      guard let next = self.offset(below: isBelow, of: offset, column: column) else { return nil }
      offset = next
    }
    return offset
  }

  private func offset(of find: ViFind, count: Int) -> Int? {
    let limit = find.isForward ? lineEnd(of: cursor) : lineStart(of: cursor)
    var offset = cursor
    if find.stopsBefore && find.isRepeat {
      offset = find.isForward ? min(after(offset), limit) : max(before(offset), limit)
    }
    var left = count
    while left > 0 {
      // CR LF is one grapheme cluster, so a step can pass the end of the line.
      guard find.isForward ? offset < limit : offset > limit else { return nil }
      offset = find.isForward ? after(offset) : before(offset)
      if character(at: offset) == find.target, offset < limit || !find.isForward { left -= 1 }
    }
    guard find.stopsBefore else { return offset }
    return find.isForward ? before(offset) : after(offset)
  }

  /// The end of the word at the cursor for `cw`, without the whitespace after it.
  func changedWordEnd(big: Bool, count: Int) -> Int {
    var offset = cursor
    let kind = kind(at: offset, big: big)
    while self.kind(at: after(offset), big: big) == kind, after(offset) < self.count {
      offset = after(offset)
    }
    for _ in 1..<max(1, count) { offset = wordEnd(from: offset, big: big) }
    return after(offset)
  }
}
