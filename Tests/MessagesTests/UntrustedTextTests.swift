import MarketTestSupport
import Testing

@testable import Messages

/// Compares the fast sanitizer with a plain one that looks at each scalar.
@Suite(.timeLimit(.minutes(60))) struct UntrustedTextTests {
  /// The plain implementation.
  private static func cleaned(_ text: String, keepsLines: Bool) -> String {
    var result = String.UnicodeScalarView()
    var previous: Unicode.Scalar?
    for scalar in text.unicodeScalars {
      defer { previous = scalar }
      guard UntrustedText.isControl(scalar) else {
        result.append(scalar)
        continue
      }
      let hex = String(scalar.value, radix: 16)
      let escape = scalar.value > 0xFF ? "\\u{\(hex)}" : "\\x" + (hex.count == 1 ? "0" : "") + hex
      let new =
        switch (scalar, keepsLines) {
        case ("\n", true): previous == "\r" ? "" : "\n"
        case ("\r", true), ("\u{2028}", true), ("\u{2029}", true): "\n"
        case ("\t", true): "    "
        case ("\n", false): "\\n"
        case ("\r", false): "\\r"
        case ("\t", false): "\\t"
        default: escape
        }
      result.append(contentsOf: new.unicodeScalars)
    }
    return String(result)
  }

  @Test func `invisible characters are shown, and joiners and emoji stay`() {
    let hidden = [0xAD, 0x200B, 0x2060, 0xFEFF, 0xFE00, 0xE0041, 0xE0100] as [UInt32]
    for scalar in hidden.compactMap(Unicode.Scalar.init) {
      let hex = String(scalar.value, radix: 16)
      let escape = scalar.value > 0xFF ? "\\u{\(hex)}" : "\\x\(hex)"
      for before in ["", "a", "가", "☕", "\u{200D}"] {
        let text = before + String(scalar) + "b"
        #expect(UntrustedText(text).line == before + escape + "b")
        #expect(UntrustedText(text).block == before + escape + "b")
      }
    }
    for text in ["☕\u{FE0F}", "☎\u{FE0E}", "👩\u{200D}🚀", "می\u{200C}خواهم"] {
      #expect(UntrustedText(text).line == text)
    }
  }

  /// Controls, and letters whose bytes resemble those of controls.
  private static let letters: [String] = [
    "a", "B", " ", "\n", "\r", "\t", "\u{0}", "\u{1B}", "\u{7F}", "\u{80}", "\u{9F}", "\u{A0}",
    "é", "\u{301}", "\u{61B}", "\u{61C}", "\u{61D}", "\u{200D}", "\u{200E}", "\u{200F}", "\u{2010}",
    "\u{2027}", "\u{2028}", "\u{2029}", "\u{202E}", "\u{202F}", "\u{2065}", "\u{2066}", "\u{2069}",
    "\u{206A}", "가", "🫖", "\u{10FFFF}", "\u{AD}", "\u{200B}", "\u{2060}", "\u{FEFF}", "\u{FE00}",
    "\u{FE0F}", "\u{FF21}", "\u{E0041}", "\u{E01EF}", "\u{E1000}", "\u{F0000}",
  ]

  @Test(arguments: [true, false])
  func `random texts are sanitized scalar by scalar`(keepsLines: Bool) {
    var random = SeededGenerator(seed: 41)
    for _ in 0..<5_000 {
      let count = Int.random(in: 0...12, using: &random)
      let text = (0..<count).map { _ in Self.letters.randomElement(using: &random) ?? "" }.joined()
      let found = UntrustedText.cleaned(text, keepsLines: keepsLines)
      let expected = Self.cleaned(text, keepsLines: keepsLines)
      #expect(Array(found.utf8) == Array(expected.utf8), "\(Array(text.unicodeScalars))")
    }
  }

  @Test func `every scalar up to U+3000 is sanitized by the rule`() {
    for value in UInt32(0)...0x3000 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let text = "x\(scalar)"
      let found = UntrustedText.cleaned(text, keepsLines: false)
      #expect(Array(found.utf8) == Array(Self.cleaned(text, keepsLines: false).utf8))
    }
  }
}
