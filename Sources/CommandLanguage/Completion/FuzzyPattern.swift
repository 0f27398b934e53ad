import MarketWire

/// A text in the form that is searched: composed (NFC), with folded case.
public struct FuzzyText: Hashable, Sendable {
  let scalars: [UInt32]

  public init(_ text: String) {
    var found: [UInt32] = []
    found.reserveCapacity(text.utf8.count)
    for scalar in text.unicodeScalars {
      switch scalar.value {
      case 0x41...0x5A: found.append(scalar.value + 0x20)
      // Folding does not change these: ASCII, kana, Chinese characters, Korean syllables.
      case 0..<0x80, 0x3041...0x3096, 0x30A1...0x30FA, 0x4E00...0x9FFF, 0xAC00...0xD7A3:
        found.append(scalar.value)
      default:
        scalars = Folding.folded(text).unicodeScalars.map(\.value)
        return
      }
    }
    scalars = found
  }
}

/// Letters that a text must contain in this order; gaps are allowed. An initial consonant matches
/// each syllable that begins with it: `ㅁㄱ` finds `머그`.
public struct FuzzyPattern: Sendable {
  /// The quality of a match; lower is better.
  public struct Rank: Hashable, Comparable, Sendable {
    /// Whether the letters are the whole first word of the text.
    public let isFirstWord: Bool
    /// The number of letters from the first match to the last.
    public let span: Int
    /// The number of letters before the first match.
    public let start: Int

    public static func < (left: Rank, right: Rank) -> Bool {
      (left.isFirstWord ? 0 : 1, left.span, left.start)
        < (right.isFirstWord ? 0 : 1, right.span, right.start)
    }
  }

  /// The number of start positions that are tried, to bound the time for very long texts.
  private static let startLimit = 64

  private let letters: [UInt32]

  public init(_ typed: String) { letters = FuzzyText(typed).scalars }

  /// The Latin letters of the pressed keys, for text that was typed with a Korean layout by mistake;
  /// nil for text without Hangul.
  public init?(pressedFor typed: String) {
    guard Dubeolsik.hasHangul(typed) else { return nil }
    self.init(Dubeolsik.keys(typed))
  }

  public var isEmpty: Bool { letters.isEmpty }

  /// - Returns: nil if a letter is missing.
  public func rank(in text: FuzzyText) -> Rank? {
    guard let first = letters.first else { return Rank(isFirstWord: false, span: 0, start: 0) }
    let scalars = text.scalars
    guard scalars.count >= letters.count else { return nil }
    var best: (span: Int, start: Int)?
    var tries = 0
    for start in 0...(scalars.count - letters.count)
    where Self.fits(first, scalars[start]) {
      tries += 1
      if tries > Self.startLimit { break }
      // A later start cannot find the missing letter either.
      guard let end = end(of: scalars, from: start) else { break }
      if best.map({ end - start < $0.span }) ?? true { best = (end - start, start) }
      if best?.span == letters.count { break }
    }
    guard let best else { return nil }
    let isWord =
      best.start == 0 && best.span == letters.count
      && (scalars.count == best.span || Self.endsWord(scalars[best.span]))
    return Rank(isFirstWord: isWord, span: best.span, start: best.start)
  }

  /// The end of the match from `start` that takes the next occurrence of each letter; nil if there
  /// is none.
  private func end(of scalars: [UInt32], from start: Int) -> Int? {
    var place = start + 1
    for letter in letters.dropFirst() {
      while place < scalars.count, !Self.fits(letter, scalars[place]) { place += 1 }
      guard place < scalars.count else { return nil }
      place += 1
    }
    return place
  }

  private static func endsWord(_ scalar: UInt32) -> Bool {
    scalar == 0x20 || scalar == 0xA0 || scalar == 0x3000 || scalar == 0x2C
  }

  private static func fits(_ letter: UInt32, _ scalar: UInt32) -> Bool {
    if letter == scalar { return true }
    guard (0x3131...0x314E).contains(letter), (0xAC00...0xD7A3).contains(scalar) else {
      return false
    }
    return leads[Int(letter - 0x3131)] == (scalar - 0xAC00) / 588
  }

  /// The initial consonants of the compatibility letters ㄱ (U+3131) to ㅎ (U+314E), see Unicode
  /// 3.12; 99 for letters that cannot be initial.
  private static let leads: [UInt32] = [
    0, 1, 99, 2, 99, 99, 3, 4, 5, 99, 99, 99, 99, 99, 99, 99, 6, 7, 8, 99, 9, 10, 11, 12, 13, 14,
    15,
    16, 17, 18,
  ]
}
