import MarketWire
import Testing

@Suite(.timeLimit(.minutes(60))) struct FoldingTests {
  @Test(arguments: [
    ("Blue MUG", "blue mug"), ("머그", "\u{1106}\u{1165}\u{1100}\u{1173}"), ("STRASSE", "straße"),
    ("ΣΑΣ", "σας"), ("É", "e\u{301}"), ("ＭＵＧ", "ｍｕｇ"), ("", ""), ("ŉ", "ʼN"), ("İ", "i̇"),
  ])
  func `texts that differ only in case or composition are equal`(left: String, right: String) {
    #expect(Folding.folded(left) == Folding.folded(right))
    #expect(Array(Folding.folded(left).utf8) == Array(Folding.folded(right).utf8))
  }

  @Test(arguments: ["mug", "머그 🍵", "straße", "ﬁn", "\u{1106}\u{1165}", "İ", "a\u{0}b"])
  func `folding is idempotent`(text: String) {
    let once = Folding.folded(text)
    #expect(Array(Folding.folded(once).utf8) == Array(once.utf8))
  }
}
