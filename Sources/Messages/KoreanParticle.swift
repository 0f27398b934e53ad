/// A particle of Korean that has two forms: the first after a final consonant, the second after a
/// vowel. The last letter or digit of the text before it decides; quotes, brackets and other signs
/// after it are skipped. The rule for each kind of character:
///
/// - A Hangul syllable, also of single letters (NFD): whether it has a final consonant.
/// - A digit, as it is read: 0, 1, 3, 6, 7 and 8 end in a consonant.
/// - A Latin word in capitals, or a single letter, is spelled out: L, M, N and R end in a
///   consonant.
/// - Another Latin word is read as a loan word: it ends in a consonant after `l`, `m`, `n` and `ng`,
///   after `le` that follows a consonant, and after `b`, `c`, `k`, `p` or `t` that follows a vowel
///   (`cup`, `book`, `market`).
/// - Anything else counts as a vowel.
///
/// `으로/로` takes the second form after ㄹ as well: `서울로`, `1로`.
enum KoreanParticle: String, Hashable, Sendable {
  case object = "을/를"
  case subject = "이/가"
  case topic = "은/는"
  case with = "과/와"
  case direction = "으로/로"

  private enum Ending {
    case vowel
    case consonant
    /// The consonant ㄹ.
    case rieul
  }

  /// The form that follows a text.
  func form(after text: String) -> String {
    let forms = rawValue.split(separator: "/")
    let isFirst =
      switch Self.ending(of: text) {
      case .vowel: false
      case .consonant: true
      case .rieul: self != .direction
      }
    return String(isFirst ? forms[0] : forms[1])
  }

  private static func ending(of text: String) -> Ending {
    let scalars = text.unicodeScalars
    guard let last = scalars.last(where: isSpoken) else { return .vowel }
    switch last.value {
    case 0xAC00...0xD7A3: return ending(ofFinal: (last.value - 0xAC00) % 28)
    case 0x11A8...0x11C2: return ending(ofFinal: last.value - 0x11A7)
    case 0x30...0x39: return ending(ofDigit: last)
    default: return ending(ofWord: lastWord(scalars))
    }
  }

  private static func isSpoken(_ scalar: Unicode.Scalar) -> Bool {
    scalar.properties.isAlphabetic || scalar.properties.numericType != nil
  }

  /// - Parameter final: the number of the final consonant in Unicode's order, 0 without one.
  private static func ending(ofFinal final: UInt32) -> Ending {
    switch final {
    case 0: .vowel
    case 8: .rieul
    default: .consonant
    }
  }

  private static func ending(ofDigit digit: Unicode.Scalar) -> Ending {
    switch digit {
    case "1", "7", "8": .rieul
    case "0", "3", "6": .consonant
    default: .vowel
    }
  }

  /// The Latin letters that end with the last letter of the text.
  private static func lastWord(_ scalars: String.UnicodeScalarView) -> String {
    let word = scalars.reversed().drop { !isSpoken($0) }.prefix { isLatin($0) }
    var letters = String.UnicodeScalarView()
    letters.append(contentsOf: word.reversed())
    return String(letters)
  }

  private static func isLatin(_ scalar: Unicode.Scalar) -> Bool {
    ("a"..."z").contains(scalar) || ("A"..."Z").contains(scalar)
  }

  private static func ending(ofWord word: String) -> Ending {
    let letters = Array(word.lowercased())
    guard let last = letters.last else { return .vowel }
    if letters.count == 1 || word.allSatisfy(\.isUppercase) {
      return "lr".contains(last) ? .rieul : "mn".contains(last) ? .consonant : .vowel
    }
    let before = letters[letters.count - 2]
    switch last {
    case "l": return .rieul
    case "e" where before == "l" && letters.count > 2 && !isVowel(letters[letters.count - 3]):
      return .rieul
    case "m", "n": return .consonant
    case "g" where before == "n": return .consonant
    case "b", "c", "k", "p", "t": return isVowel(before) ? .consonant : .vowel
    default: return .vowel
    }
  }

  private static func isVowel(_ letter: Character) -> Bool { "aeiou".contains(letter) }
}
