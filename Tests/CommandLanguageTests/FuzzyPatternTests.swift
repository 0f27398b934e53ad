import MarketWire
import Testing

@testable import CommandLanguage

@Suite(.timeLimit(.minutes(60))) struct FuzzyPatternTests {
  private func rank(_ typed: String, _ text: String) -> FuzzyPattern.Rank? {
    FuzzyPattern(typed).rank(in: FuzzyText(text))
  }

  private static let matches: [(String, String, Bool)] = [
    ("", "list", true), ("l", "list", true), ("lst", "list", true), ("tsl", "list", false),
    ("lists", "list", false), ("OAK", "Oak mug", true), ("om", "Oak mug", true),
    ("cafe\u{301}", "Café mug", true), ("café", "CAFE\u{301}", true), ("cafe", "Café", false),
    ("머그", "점박이 머그 2개", true), ("ㅁㄱ", "점박이 머그", true), ("머ㄱ", "머그", true),
    ("ㅁㅁ", "머그", false), ("ㄲ", "꽃병", true), ("ㄱ", "꽃병", false), ("ㄳ", "가", false),
    ("\u{1106}\u{1165}\u{1100}\u{1173}", "머그", true), ("strasse", "Straße", true),
    ("🫖", "🫖 pot", true),
  ]

  @Test(arguments: matches)
  func `letters match in their order, with gaps`(typed: String, text: String, fits: Bool) {
    #expect((rank(typed, text) != nil) == fits)
  }

  /// Pairs of texts; the left one is the better match.
  private static let orders: [(String, String, String)] = [
    ("oak", "Oak mug", "Oaken mug"), ("oak", "oak", "Soak"), ("mug", "A mug", "Mauve rug"),
    ("mug", "My mug", "Another mug"), ("mug", "Large mug", "Mustard jug"), ("머그", "머그 컵", "머그컵"),
  ]

  @Test(arguments: orders)
  func `the first word ranks before a shorter span and an earlier start`(
    typed: String, better: String, worse: String
  ) throws {
    let (left, right) = (try #require(rank(typed, better)), try #require(rank(typed, worse)))
    #expect(left < right)
  }

  @Test func `the shortest span decides, not the first one`() {
    #expect(rank("mg", "m....g mug")?.span == 3)
  }

  @Test func `keys pressed in the Korean layout match Latin letters`() {
    #expect(FuzzyPattern(pressedFor: "ㅣㅑㄴㅅ")?.rank(in: FuzzyText("list"))?.span == 4)
    #expect(FuzzyPattern(pressedFor: "list") == nil)
  }

  @Test func `every text is composed and case-folded`() {
    // All letters with marks and cases, and some of the others.
    for value in Array(UInt32(0)...0x600) + stride(from: 0x601, through: 0xFFFF, by: 29) {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "Ab가\(scalar)か머"
      let folded = Folding.folded(text).unicodeScalars.map(\.value)
      if FuzzyText(text).scalars != folded { Issue.record("U+\(String(value, radix: 16))") }
    }
  }

  @Test(.timeLimit(.minutes(60)))
  func `the time for a huge text is linear`() {
    let text = FuzzyText(String(repeating: "a", count: 100_000) + "b")
    #expect(FuzzyPattern("aab").rank(in: text) != nil)
    #expect(FuzzyPattern("abc").rank(in: text) == nil)
  }
}
