import Testing

@testable import Messages

@Suite(.timeLimit(.minutes(60))) struct KoreanParticleTests {
  @Test(
    arguments: [
      ("컵", "을"), ("접시", "를"), ("서울", "을"), ("접시\"", "를"), ("컵 (1)", "을"), ("컵!)", "을"),
      ("접시".decomposed, "를"), ("컵".decomposed, "을"),
      ("0", "을"), ("1", "을"), ("2", "를"), ("3", "을"), ("4", "를"), ("5", "를"), ("6", "을"),
      ("7", "을"),
      ("8", "을"), ("9", "를"), ("₩12,000", "을"), ("50%", "을"),
      ("A", "를"), ("L", "을"), ("M", "을"), ("N", "을"), ("R", "을"), ("USB", "를"), ("URL", "을"),
      ("mug", "를"), ("ring", "을"), ("cup", "을"), ("book", "을"), ("desk", "를"), ("market", "을"),
      ("note", "를"), ("apple", "을"), ("pan", "을"), ("room", "을"), ("bowl", "을"), ("photo", "를"),
      ("table", "을"), ("café", "를"), ("", "를"), ("…", "를"), ("漢", "를"),
    ])
  func `the object particle follows the last sound`(text: String, expected: String) {
    #expect(KoreanParticle.object.form(after: text) == expected)
  }

  @Test(
    arguments: [
      ("집", "으로"), ("학교", "로"), ("서울", "로"), ("1", "로"), ("3", "으로"), ("7", "로"), ("0", "으로"),
      ("url", "로"), ("cup", "으로"), ("apple", "로"), ("물".decomposed, "로"),
    ])
  func `the direction particle is short after ㄹ`(text: String, expected: String) {
    #expect(KoreanParticle.direction.form(after: text) == expected)
  }

  @Test(
    arguments: [("이/가", "이", "가"), ("은/는", "은", "는"), ("과/와", "과", "와"), ("을/를", "을", "를")])
  func `each particle has two forms`(name: String, consonant: String, vowel: String) throws {
    let particle = try #require(KoreanParticle(rawValue: name))
    #expect(particle.form(after: "컵") == consonant)
    #expect(particle.form(after: "접시") == vowel)
  }
}

extension String {
  /// The text with Hangul syllables split into letters (NFD).
  fileprivate var decomposed: String {
    var result = String.UnicodeScalarView()
    for scalar in unicodeScalars {
      guard (0xAC00...0xD7A3).contains(scalar.value) else {
        result.append(scalar)
        continue
      }
      let index = scalar.value - 0xAC00
      let final = index % 28
      let letters =
        [0x1100 + index / 588, 0x1161 + index % 588 / 28] + (final > 0 ? [0x11A7 + final] : [])
      result.append(contentsOf: letters.compactMap(Unicode.Scalar.init))
    }
    return String(result)
  }
}
