/// How many terminal columns text takes: the one calculation that tables, wrapping and prompts share.

/// Widths in columns, by a walk over grapheme clusters.
public enum DisplayWidth {
  /// Columns of a whole text; 0 for an empty one. Line breaks and other controls count 0, so a
  /// text of several lines has to be split first.
  public static func of(_ text: some StringProtocol) -> Int {
    if let plain = text.utf8.withContiguousStorageIfAvailable(asciiWidth), let width = plain {
      return width
    }
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
      canBePicture = canBePicture || scalar.properties.isEmoji
      sum += of(scalar)
    }
    return min(sum, 2)
  }

  /// The number of bytes if all are printable ASCII, else nil.
  private static func asciiWidth(_ bytes: UnsafeBufferPointer<UInt8>) -> Int? {
    bytes.allSatisfy { $0 >= 0x20 && $0 < 0x7F } ? bytes.count : nil
  }

  private static func of(_ scalar: Unicode.Scalar) -> Int {
    switch scalar.value {
    case 0x20...0x7E: return 1
    case 0xAD: return 1  // terminals draw the soft hyphen
    case 0x115F, 0x3164: return 2  // Hangul fillers hold a syllable's place
    // Hangul vowels and finals join the leading consonant.
    case 0x1160...0x11FF, 0xD7B0...0xD7FB: return 0
    default: break
    }
    let properties = scalar.properties
    switch properties.generalCategory {
    case .control, .nonspacingMark, .enclosingMark, .lineSeparator, .paragraphSeparator: return 0
    default: break
    }
    if properties.isDefaultIgnorableCodePoint { return 0 }
    let isFlagLetter = (0x1F1E6...0x1F1FF).contains(scalar.value)
    if properties.isEmojiPresentation && !isFlagLetter { return 2 }
    return WideScalars.contains(scalar.value) ? 2 : 1
  }
}
