/// Where words begin and end.

/// What a letter is to a word.
enum CharacterKind: Hashable, Sendable {
  case whitespace
  /// Letters, digits and Hangul syllables: they form words together, as UAX 29 has it.
  case alphanumeric
  /// Ideographs and kana have no blanks between words; a change of script is the next best edge.
  case ideograph, kana
  /// Punctuation, signs, emoji.
  case symbol

  init(_ letter: Character) {
    if let value = letter.asciiValue {
      self.init(ascii: value)
      return
    }
    if letter.isWhitespace {
      self = .whitespace
      return
    }
    let first = letter.unicodeScalars.first
    switch first?.value ?? 0 {
    case 0x3041...0x3096, 0x309D...0x30FA, 0x30FC...0x30FF, 0xFF66...0xFF9D: self = .kana
    case _ where first?.properties.isIdeographic == true: self = .ideograph
    default: self = letter.isLetter || letter.isNumber ? .alphanumeric : .symbol
    }
  }

  init(ascii value: UInt8) {
    switch value {
    case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F: self = .alphanumeric
    case 0x20, 0x09...0x0D: self = .whitespace
    default: self = .symbol
    }
  }

  var isWord: Bool { self != .whitespace && self != .symbol }
}

extension EditBuffer {
  /// The end of the word at the offset, or of the next one.
  func wordForward(from start: Int) -> Int {
    var offset = start
    while let kind = kind(at: offset), !kind.isWord { offset = after(offset) }
    guard let kind = kind(at: offset) else { return count }
    while let next = self.kind(at: offset), next == kind || joins(at: offset) {
      offset = after(offset)
    }
    return offset
  }

  /// The beginning of the word before the offset.
  func wordBack(from start: Int) -> Int {
    var offset = start
    while let kind = kind(before: offset), !kind.isWord { offset = before(offset) }
    guard let kind = kind(before: offset) else { return 0 }
    while let next = self.kind(before: offset), next == kind || joins(at: before(offset)) {
      offset = before(offset)
    }
    return offset
  }

  /// Back over blanks and then to the next blank.
  func bigWordBack(from start: Int) -> Int {
    var offset = start
    while kind(before: offset) == .whitespace { offset = before(offset) }
    while let kind = kind(before: offset), kind != .whitespace {
      offset = plainStart(before: before(offset))
    }
    return offset
  }

  /// Where a run of ASCII letters other than blanks begins, one letter behind its true beginning at
  /// most: a pasted line may be one word of a megabyte.
  private func plainStart(before end: Int) -> Int {
    withBytes { bytes in
      var offset = end
      while offset > 1, bytes[offset - 2] < 0x80, bytes[offset - 1] < 0x80, offset < bytes.count,
        bytes[offset] < 0x80, CharacterKind(ascii: bytes[offset - 1]) != .whitespace
      {
        offset -= 1
      }
      return offset
    }
  }

  /// What the letter behind an edge is; nil at the end.
  func kind(at offset: Int) -> CharacterKind? {
    guard offset < count else { return nil }
    if isSimple(at: offset) { return withBytes { CharacterKind(ascii: $0[offset]) } }
    return character(at: offset).map { CharacterKind($0) }
  }

  private func kind(before offset: Int) -> CharacterKind? {
    offset > 0 ? kind(at: before(offset)) : nil
  }

  /// Whether the sign at an offset holds a word together: `don't`, `12,000`, `1.5`.
  private func joins(at offset: Int) -> Bool {
    guard let sign = character(at: offset), let left = character(before: offset),
      let right = character(at: after(offset))
    else { return false }
    switch sign {
    case "'", "’": return left.isLetter && right.isLetter
    case ".", ",": return left.isNumber && right.isNumber
    default: return false
    }
  }
}

// The words of vi: signs form words too, and big words end at blanks only.
extension EditBuffer {
  func nextWord(from start: Int, big: Bool) -> Int {
    var offset = start
    if let kind = kind(at: offset, big: big), kind != .whitespace {
      while self.kind(at: offset, big: big) == kind { offset = after(offset) }
    }
    while kind(at: offset, big: big) == .whitespace { offset = after(offset) }
    return offset
  }

  func previousWord(from start: Int, big: Bool) -> Int {
    var offset = before(start)
    while offset > 0, kind(at: offset, big: big) == .whitespace { offset = before(offset) }
    let kind = kind(at: offset, big: big)
    while offset > 0, self.kind(at: before(offset), big: big) == kind { offset = before(offset) }
    return offset
  }

  /// The last letter of the word at the offset, or of the next one.
  func wordEnd(from start: Int, big: Bool) -> Int {
    var offset = after(start)
    while kind(at: offset, big: big) == .whitespace { offset = after(offset) }
    guard let kind = kind(at: offset, big: big) else { return before(count) }
    while self.kind(at: after(offset), big: big) == kind { offset = after(offset) }
    return offset
  }

  func kind(at offset: Int, big: Bool) -> CharacterKind? {
    guard let kind = kind(at: offset) else { return nil }
    return big && kind != .whitespace ? .alphanumeric : kind
  }
}
