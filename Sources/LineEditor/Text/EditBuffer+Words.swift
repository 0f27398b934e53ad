enum CharacterKind: Hashable, Sendable {
  case whitespace
  /// Letters, digits and Hangul syllables, which form words together (UAX #29).
  case alphanumeric
  /// Ideographs and kana are written without spaces, so a word ends where the script changes.
  case ideograph, kana
  /// Punctuation, symbols and emoji.
  case symbol

  init(_ character: Character) {
    if let value = character.asciiValue {
      self.init(ascii: value)
      return
    }
    if character.isWhitespace {
      self = .whitespace
      return
    }
    let first = character.unicodeScalars.first
    switch first?.value ?? 0 {
    case 0x3041...0x3096, 0x309D...0x30FA, 0x30FC...0x30FF, 0xFF66...0xFF9D: self = .kana
    case _ where first?.properties.isIdeographic == true: self = .ideograph
    default: self = character.isLetter || character.isNumber ? .alphanumeric : .symbol
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

  /// The start of the word before the offset.
  func wordBack(from start: Int) -> Int {
    var offset = start
    while let kind = kind(before: offset), !kind.isWord { offset = before(offset) }
    guard let kind = kind(before: offset) else { return 0 }
    while let next = self.kind(before: offset), next == kind || joins(at: before(offset)) {
      offset = before(offset)
    }
    return offset
  }

  /// The start of the whitespace-separated word before the offset.
  func bigWordBack(from start: Int) -> Int {
    var offset = start
    while kind(before: offset) == .whitespace { offset = before(offset) }
    while let kind = kind(before: offset), kind != .whitespace {
      offset = plainStart(before: before(offset))
    }
    return offset
  }

  /// The start of a run of ASCII characters other than whitespace, or the character after it. A
  /// pasted line may be one word of a megabyte, so this must be fast.
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

  /// The class of the character after a boundary; nil at the end.
  func kind(at offset: Int) -> CharacterKind? {
    guard offset < count else { return nil }
    if isSimple(at: offset) { return withBytes { CharacterKind(ascii: $0[offset]) } }
    return character(at: offset).map { CharacterKind($0) }
  }

  private func kind(before offset: Int) -> CharacterKind? {
    offset > 0 ? kind(at: before(offset)) : nil
  }

  /// Whether the symbol at the offset joins a word: `don't`, `12,000`, `1.5`.
  private func joins(at offset: Int) -> Bool {
    guard let symbol = character(at: offset), let left = character(before: offset),
      let right = character(at: after(offset))
    else { return false }
    switch symbol {
    case "'", "’": return left.isLetter && right.isLetter
    case ".", ",": return left.isNumber && right.isNumber
    default: return false
    }
  }
}

// The words of vi: symbols form words too, and big words end only at whitespace.
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

  /// The last character of the word at the offset, or of the next one.
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
