import MarketWire
import Testing

@testable import MarketService

@Suite(.timeLimit(.minutes(60))) struct NameLikenessTests {
  @Test(arguments: [
    ("oak", "OAK"), ("oak", " oak "), ("oak", "о\u{430}k"), ("oak", "o\u{200B}ak"),
    ("oak", "ｏａｋ"), ("Oak & Ash", "oak  &\u{3000}ash"), ("cok", "СОК"), ("СОК", "сок"),
    ("revoak", "rev\u{202E}oak"), ("Straße", "STRASSE"), ("POX", "ΡΟΧ"), ("은하 공방", "은하\u{A0}공방"),
    ("café", "cafe\u{301}"),
  ])
  func `names that look alike share a key`(first: String, second: String) {
    #expect(NameLikeness(first).isLike(NameLikeness(second)))
  }

  @Test(arguments: [
    ("oak", "oak2"), ("oak", "oaks"), ("shop 1", "shop 2"), ("은하 공방", "은하공방"), ("мир", "mир2"),
    ("O", "0"), ("café", "cafe"),
  ])
  func `other names do not`(first: String, second: String) {
    #expect(!NameLikeness(first).isLike(NameLikeness(second)))
  }

  @Test(arguments: [
    ("o\u{430}k", true), ("Мода shop", false), ("은하Studio", false), ("αlpha", true),
    ("café №5", false), ("мир", false), ("ｏak", false),
  ])
  func `a word with letters of two alphabets is found`(name: String, isMixed: Bool) {
    #expect(NameLikeness.mixesScripts(name) == isMixed)
  }

  @Test(arguments: [
    "   ", "\u{200B}\u{200B}\u{200B}", "\u{2800}\u{2800}", "\u{3164}", "\u{AD}\u{301} ",
  ])
  func `a text of spaces and invisible characters shows nothing`(text: String) {
    #expect(!text.hasVisibleCharacter)
    #expect(("a" + text).hasVisibleCharacter)
  }
}
