/// The letters that take two columns without being emoji, after Unicode's annex 11.

/// East Asian Wide and Fullwidth scalars. Emoji are left out: the standard library knows them.
///
/// Gaps of unassigned code points inside a block are counted as wide, as annex 11 asks for the
/// ideographic planes.
enum WideScalars {
  static let ranges: [ClosedRange<UInt32>] = [
    0x1100...0x115F,  // Hangul Jamo, leading consonants
    0x2329...0x232A,  // angle brackets
    0x2E80...0x303E,  // CJK radicals, punctuation
    0x3041...0x3247,  // kana, Hangul compatibility Jamo, enclosed letters
    0x3250...0x4DBF,  // enclosed and squared letters, extension A
    0x4E00...0xA4CF,  // unified ideographs, Yi
    0xA960...0xA97C,  // Hangul Jamo extended A
    0xAC00...0xD7A3,  // Hangul syllables
    0xF900...0xFAFF,  // compatibility ideographs
    0xFE10...0xFE19,  // vertical forms
    0xFE30...0xFE6F,  // compatibility and small forms
    0xFF01...0xFF60,  // full-width ASCII
    0xFFE0...0xFFE6,  // full-width signs
    0x16FE0...0x16FF1,  // ideographic marks
    0x17000...0x18D08,  // Tangut, Khitan
    0x1AFF0...0x1B2FB,  // kana supplement, Nushu
    0x1F200...0x1F202, 0x1F210...0x1F23B, 0x1F240...0x1F248,  // enclosed ideographs
    0x1F250...0x1F251, 0x1F260...0x1F265,
    0x20000...0x2FFFD,  // supplementary ideographic plane
    0x30000...0x3FFFD,  // tertiary ideographic plane
  ]

  /// Whether `value` lies in one of the ranges; a binary search.
  static func contains(_ value: UInt32) -> Bool {
    guard value >= 0x1100 else { return false }
    var low = 0
    var high = ranges.count
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}
