/// How many terminal columns text takes: the one calculation that tables, wrapping and prompts share.

/// Widths in columns, by a walk over grapheme clusters.
public enum DisplayWidth {
  /// Columns of a whole text; 0 for an empty one. Line breaks and other controls count 0, so a
  /// text of several lines has to be split first.
  public static func of(_ text: some StringProtocol) -> Int {
    let simple = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let (end, width) = SimpleText.walk(bytes, columns: .max)
      return end == bytes.count ? width : nil
    }
    if case .some(.some(let width)) = simple { return width }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Columns of one grapheme cluster: 0, 1 or 2.
  ///
  /// Terminals give a cluster the width of its letters but no more than two columns: a base with
  /// marks, a family joined by U+200D, a flag of two letters and a Hangul syllable in pieces all
  /// come out right. U+FE0F asks for a picture, which is always two columns wide.
  public static func of(_ cluster: Character) -> Int {
    if let value = cluster.asciiValue { return value >= 0x20 && value != 0x7F ? 1 : 0 }
    var sum = 0
    var canBePicture = false
    for scalar in cluster.unicodeScalars {
      if scalar.value == 0xFE0F && canBePicture { return 2 }
      canBePicture = canBePicture || WidthTable.contains(WidthTable.emojiCapable, scalar.value)
      sum += of(scalar)
    }
    return min(sum, 2)
  }

  /// The longest beginning of `text` that takes at most `columns`. Marks that follow the last
  /// letter belong to its cluster and stay with it.
  public static func prefix(of text: String, columns: Int) -> Substring {
    var used = 0
    var end = text.startIndex
    for index in text.indices {
      used += of(text[index])
      if used > columns { return text[..<end] }
      end = text.index(after: index)
    }
    return text[...]
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    if WidthTable.contains(WidthTable.zero, scalar.value) { return 0 }
    return WidthTable.contains(WidthTable.wide, scalar.value) ? 2 : 1
  }
}

/// Text of letters that never join with a neighbor of their kind: nearly everything in Latin,
/// Korean, Japanese and Chinese. It is measured without looking for clusters.
enum SimpleText {
  /// Goes over simple letters while they fit into `columns`, and tells where it stopped and the
  /// columns up to there. A letter that is not simple stops it too.
  static func walk(
    _ bytes: UnsafeBufferPointer<UInt8>, columns: Int
  ) -> (end: Int, width: Int) {
    var index = 0
    var width = 0
    while index < bytes.count {
      let byte = bytes[index]
      let (length, step) =
        byte < 0x80 ? (1, byte >= 0x20 && byte < 0x7F ? 1 : 0) : letter(bytes, at: index)
      guard step > 0, width + step <= columns else { break }
      index += length
      width += step
    }
    return (index, width)
  }

  /// The length in bytes and the columns of a letter beyond ASCII; no column where it is not
  /// simple.
  private static func letter(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (length: Int, columns: Int) {
    // U+00C0 to U+00FF but for the emoji-like signs before them.
    if bytes[index] == 0xC3 { return (2, 1) }
    guard bytes[index] >= 0xE0, bytes[index] < 0xF0, index + 2 < bytes.count else { return (1, 0) }
    let value =
      UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
      | UInt32(bytes[index + 2] & 0x3F)
    switch value {
    case 0xAC00...0xD7A3, 0x4E00...0x9FFF: return (3, 2)  // Hangul syllables, ideographs
    case 0x3041...0x3096, 0x30A0...0x30FF: return (3, 2)  // kana
    case 0x3131...0x318E: return value == 0x3164 ? (1, 0) : (3, 2)  // single Hangul letters
    case 0x2010...0x2015, 0x2018...0x201F, 0x2026: return (3, 1)  // dashes, quotes, …
    case 0x20A0...0x20C0, 0x2500...0x257F: return (3, 1)  // signs of currencies, lines
    case 0x2190...0x2193, 0x2212: return (3, 1)  // arrows, minus
    default: return (1, 0)
    }
  }
}
