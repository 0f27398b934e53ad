import Foundation
import MarketWire

/// What a name of an account looks like: two names that share a key look alike.
///
/// The rule: compatibility forms are replaced (NFKC), invisible characters are removed, spaces are
/// trimmed and collapsed, case is folded, and the Cyrillic and Greek letters that look like Latin
/// ones are replaced by these. Digits and punctuation are not compared.
struct NameLikeness: Hashable {
  /// Letters look alike in lower case (`а`, `a`), or only in upper case (`Н`, `H`).
  let keys: Set<String>

  init(_ name: String) {
    let text = Self.visible(name)
    keys = [Self.latin(Folding.folded(text)), Folding.folded(Self.latin(text))]
  }

  func isLike(_ other: NameLikeness) -> Bool { !keys.isDisjoint(with: other.keys) }

  /// Whether a word of the name has letters of more than one of the scripts Latin, Cyrillic and
  /// Greek.
  static func mixesScripts(_ name: String) -> Bool {
    visible(name).split(separator: " ").contains { word in
      Set(word.unicodeScalars.compactMap(Script.init)).count > 1
    }
  }

  private enum Script: Hashable {
    case latin, greek, cyrillic

    init?(_ scalar: Unicode.Scalar) {
      guard scalar.properties.isAlphabetic else { return nil }
      switch scalar.value {
      case 0x41...0x24F, 0x1E00...0x1EFF: self = .latin
      case 0x370...0x3FF, 0x1F00...0x1FFF: self = .greek
      case 0x400...0x52F: self = .cyrillic
      default: return nil
      }
    }
  }

  private static func visible(_ name: String) -> String {
    let scalars = name.precomposedStringWithCompatibilityMapping.unicodeScalars.filter { scalar in
      let facts = scalar.properties
      return !facts.isDefaultIgnorableCodePoint && facts.generalCategory != .format
    }
    return String(String.UnicodeScalarView(scalars)).split(whereSeparator: \.isWhitespace)
      .joined(separator: " ")
  }

  private static func latin(_ text: String) -> String {
    String(text.map { lookalikes[$0] ?? $0 })
  }

  private static let lookalikes: [Character: Character] = Dictionary(
    zip(
      "аеорсухіјѕһԁԛԝѵӏ" + "АВЕНІЈКМОРСТУХЅԚԜѴӀ" + "ανορυικ" + "ΑΒΕΖΗΙΚΜΝΟΡΤΥΧ",
      "aeopcyxijshdqwvl" + "ABEHIJKMOPCTYXSQWVI" + "avopuik" + "ABEZHIKMNOPTYX"),
    uniquingKeysWith: { first, _ in first })
}
