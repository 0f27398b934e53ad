/// The width of text in terminal columns, measured by grapheme clusters.
public enum DisplayWidth {
  /// Returns the width of `text`. Line breaks and other controls count as 0, so measure the lines
  /// of a text one by one.
  public static func of(_ text: some StringProtocol) -> Int {
    let simple = text.utf8.withContiguousStorageIfAvailable { bytes -> Int? in
      let (end, width) = SimpleText.walk(bytes, columns: .max)
      return end == bytes.count ? width : nil
    }
    if case .some(.some(let width)) = simple { return width }
    return text.reduce(0) { $0 + of($1) }
  }

  /// Returns the width of a grapheme cluster: 0, 1 or 2.
  ///
  /// Like terminals, this adds up the widths of the scalars to at most two columns. This holds for
  /// combining marks, emoji joined by U+200D, flags of two regional indicators and Hangul jamo.
  /// U+FE0F requests emoji presentation, which is always two columns wide.
  public static func of(_ cluster: Character) -> Int {
    if let value = cluster.asciiValue { return value >= 0x20 && value != 0x7F ? 1 : 0 }
    var sum = 0
    var canBeEmoji = false
    for scalar in cluster.unicodeScalars {
      if scalar.value == 0xFE0F && canBeEmoji { return 2 }
      canBeEmoji = canBeEmoji || WidthTable.contains(WidthTable.emojiCapable, scalar.value)
      sum += of(scalar)
    }
    return min(sum, 2)
  }

  /// Returns the longest prefix of `text` that fits into `columns` columns, without splitting a
  /// grapheme cluster.
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

/// Text of scalars that never join an adjacent scalar of this kind: nearly all Latin, Korean,
/// Japanese and Chinese text. It is measured without grapheme breaking.
enum SimpleText {
  /// Measures the longest prefix of simple scalars that fits into `columns`; returns its length in
  /// bytes and its width.
  static func walk(_ bytes: UnsafeBufferPointer<UInt8>, columns: Int) -> (end: Int, width: Int) {
    var index = 0
    var width = 0
    while index < bytes.count {
      let byte = bytes[index]
      let (length, step) =
        byte < 0x80 ? (1, byte >= 0x20 && byte < 0x7F ? 1 : 0) : scalar(bytes, at: index)
      guard step > 0, width + step <= columns else { break }
      index += length
      width += step
    }
    return (index, width)
  }

  /// The length in bytes and the width of a non-ASCII scalar. The width is 0 if the scalar is not
  /// simple.
  private static func scalar(
    _ bytes: UnsafeBufferPointer<UInt8>, at index: Int
  ) -> (length: Int, columns: Int) {
    // The range U+00C0 to U+00FF, without ©, ® and other symbols below it.
    if bytes[index] == 0xC3 { return (2, 1) }
    guard bytes[index] >= 0xE0, bytes[index] < 0xF0, index + 2 < bytes.count else { return (1, 0) }
    let value =
      UInt32(bytes[index] & 0x0F) << 12 | UInt32(bytes[index + 1] & 0x3F) << 6
      | UInt32(bytes[index + 2] & 0x3F)
    switch value {
    case 0xAC00...0xD7A3, 0x4E00...0x9FFF: return (3, 2)  // Hangul syllables, ideographs
    case 0x3041...0x3096, 0x30A0...0x30FF: return (3, 2)  // kana
    case 0x3131...0x318E: return value == 0x3164 ? (1, 0) : (3, 2)  // Hangul compatibility jamo
    case 0x2010...0x2015, 0x2018...0x201F, 0x2026: return (3, 1)  // dashes, quotes, …
    case 0x20A0...0x20C0, 0x2500...0x257F: return (3, 1)  // currency symbols, box drawing
    case 0x2190...0x2193, 0x2212: return (3, 1)  // arrows, minus
    default: return (1, 0)
    }
  }
}
