import MarketTestSupport
import TerminalKit

/// A generator of random keys and pastes.
enum RandomInput {
  static let texts = [
    "a", "b", " ", "-", "\"", "\\", "\n", "머", "ㄱ", "\u{1100}", "\u{1161}", "e", "\u{301}",
    "👨", "\u{200D}", "👧", "🏽", "🇰", "🇷", "\u{FE0F}", "\u{20E3}", "1", "東", "タ", "\u{FFFD}",
    "\u{0}", "\u{202E}", "\r", "\u{600}", "x y", "sell", "d", "w", "c", "p", "3", "f", ".", "u",
    "r", "/", "n",
  ]
  private static let codes: [Key.Code] = [
    .enter, .tab, .backspace, .delete, .insert, .escape, .up, .down, .left, .right, .home, .end,
    .pageUp, .pageDown, .function(1), .function(5),
  ]

  static func next(_ generator: inout SeededGenerator) -> TerminalInput {
    let modifiers = Key.Modifiers(rawValue: UInt8.random(in: 0...7, using: &generator))
    switch Int.random(in: 0..<20, using: &generator) {
    case 0...7: return .key(.text(texts.randomElement(using: &generator) ?? "a"))
    case 8...11:
      let letters = "abcdefghijklmnopqrstuvwxyz@[\\]^_/"
      return .key(.control(String(letters.randomElement(using: &generator) ?? "a")))
    case 12, 13:
      let letters = ["b", "d", "y", "t", "u", ".", "/", "3", "<", "ㅁ"]
      return .key(.alt(letters.randomElement(using: &generator) ?? "b"))
    case 14...16: return .key(Key(codes.randomElement(using: &generator) ?? .enter))
    case 17: return .key(Key(codes.randomElement(using: &generator) ?? .enter, modifiers))
    case 18:
      return .paste((0..<3).compactMap { _ in texts.randomElement(using: &generator) }.joined())
    default: return .reply(.other)
    }
  }
}
