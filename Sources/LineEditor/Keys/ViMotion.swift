/// Where the motions of vi lead.

/// A search for a letter in the line.
struct ViFind: Hashable, Sendable {
  var target: Character
  var isForward: Bool
  /// Stops before the letter.
  var stopsBefore: Bool
  /// Made again, it goes on from the letter before which it stopped.
  var isRepeat = false

  func repeated(isReversed: Bool) -> ViFind {
    ViFind(
      target: target, isForward: isForward != isReversed, stopsBefore: stopsBefore, isRepeat: true)
  }
}

enum ViMotion: Hashable, Sendable {
  case left, right, up, down
  case word(big: Bool)
  case wordBack(big: Bool)
  case wordEnd(big: Bool)
  case lineStart, indent, lineEnd
  case textStart, textEnd
  case find(ViFind)
  case repeatFind(reversed: Bool)

  /// A motion of one letter.
  init?(_ letter: Character) {
    switch letter {
    case "h": self = .left
    case "l", " ": self = .right
    case "j": self = .down
    case "k": self = .up
    case "w", "W": self = .word(big: letter == "W")
    case "b", "B": self = .wordBack(big: letter == "B")
    case "e", "E": self = .wordEnd(big: letter == "E")
    case "0": self = .lineStart
    case "^": self = .indent
    case "$": self = .lineEnd
    case "G": self = .textEnd
    case ";": self = .repeatFind(reversed: false)
    case ",": self = .repeatFind(reversed: true)
    default: return nil
    }
  }

  /// Whether an operator takes whole lines.
  var isByLines: Bool {
    switch self {
    case .up, .down, .textStart, .textEnd: true
    default: false
    }
  }

  /// Whether an operator takes the letter that the motion leads to.
  var isInclusive: Bool {
    switch self {
    case .wordEnd: true
    case .find(let find): find.isForward
    default: false
    }
  }
}

extension EditBuffer {
  /// Where a motion leads; nil where it cannot be made.
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
    case .find(let find): return place(of: find, count: count)
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

  private func place(of find: ViFind, count: Int) -> Int? {
    let edge = find.isForward ? lineEnd(of: cursor) : lineStart(of: cursor)
    var offset = cursor
    if find.stopsBefore && find.isRepeat {
      offset = find.isForward ? min(after(offset), edge) : max(before(offset), edge)
    }
    var left = count
    while left > 0 {
      // The letter before a line end may reach over it: CR LF is one letter.
      guard find.isForward ? offset < edge : offset > edge else { return nil }
      offset = find.isForward ? after(offset) : before(offset)
      if character(at: offset) == find.target, offset < edge || !find.isForward {
        left -= 1
      }
    }
    guard find.stopsBefore else { return offset }
    return find.isForward ? before(offset) : after(offset)
  }

  /// The end of the word at the cursor, as `cw` takes it: it leaves the blanks behind it.
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
