import Foundation
import MarketWire

/// The usual Korean keyboard layout, dubeolsik. Turns Hangul into the Latin letters on the same
/// keys, so that `ㅣㅑㄴㅅ` is found as `list`.
package enum Dubeolsik {
  /// The keys of a text in lower case; characters that are not Hangul stay.
  package static func keys(_ text: String) -> String {
    if text.utf8.allSatisfy({ $0 < 0x80 }) { return text.lowercased() }
    var result = ""
    for scalar in Folding.normalized(text).unicodeScalars { result += keys(scalar) }
    return result.lowercased()
  }

  /// Whether the text holds a Hangul syllable or letter.
  static func hasHangul(_ text: String) -> Bool {
    text.unicodeScalars.contains { scalar in
      (0xAC00...0xD7A3).contains(scalar.value) || (0x3131...0x3163).contains(scalar.value)
        || (0x1100...0x11FF).contains(scalar.value)
    }
  }

  private static func keys(_ scalar: Unicode.Scalar) -> String {
    let value = Int(scalar.value)
    switch value {
    case 0xAC00...0xD7A3:
      let index = value - 0xAC00
      return leads[index / 588] + vowels[index % 588 / 28] + tails[index % 28]
    case 0x3131...0x314E: return consonants[value - 0x3131]
    case 0x314F...0x3163: return vowels[value - 0x314F]
    case 0x1100...0x1112: return leads[value - 0x1100]
    case 0x1161...0x1175: return vowels[value - 0x1161]
    case 0x11A8...0x11C2: return tails[value - 0x11A7]
    default: return String(scalar)
    }
  }

  /// ㄱ ㄲ ㄴ ㄷ ㄸ ㄹ ㅁ ㅂ ㅃ ㅅ ㅆ ㅇ ㅈ ㅉ ㅊ ㅋ ㅌ ㅍ ㅎ, in the order of Unicode 3.12.
  private static let leads =
    "r R s e E f a q Q t T d w W c z x v g".split(separator: " ").map(String.init)
  /// ㅏ ㅐ ㅑ ㅒ ㅓ ㅔ ㅕ ㅖ ㅗ ㅘ ㅙ ㅚ ㅛ ㅜ ㅝ ㅞ ㅟ ㅠ ㅡ ㅢ ㅣ.
  private static let vowels =
    "k o i O j p u P h hk ho hl y n nj np nl b m ml l".split(separator: " ").map(String.init)
  /// None, then ㄱ ㄲ ㄳ ㄴ ㄵ ㄶ ㄷ ㄹ ㄺ ㄻ ㄼ ㄽ ㄾ ㄿ ㅀ ㅁ ㅂ ㅄ ㅅ ㅆ ㅇ ㅈ ㅊ ㅋ ㅌ ㅍ ㅎ.
  private static let tails =
    [""]
    + "r R rt s sw sg e f fr fa fq ft fx fv fg a q qt t T d w c z x v g"
    .split(separator: " ").map(String.init)
  /// The compatibility letters ㄱ (U+3131) to ㅎ (U+314E).
  private static let consonants =
    "r R rt s sw sg e E f fr fa fq ft fx fv fg a q Q qt t T d w W c z x v g"
    .split(separator: " ").map(String.init)
}
