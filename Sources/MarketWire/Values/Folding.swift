/// How texts are compared: one form for each text, whatever its case and composition.
import Foundation

/// The forms in which the market keeps and searches texts (API 7).
public enum Folding {
  /// Unicode's composed form (NFC), in which texts are stored and counted.
  public static func normalized(_ text: String) -> String {
    // Nearly every text is composed already, and Foundation takes long to find that out.
    text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.allSatisfy(isAlwaysComposed)
      ? text : text.precomposedStringWithCanonicalMapping
  }

  /// Whether the composed form leaves the scalar alone, whatever stands beside it: it has no other
  /// form, joins nothing in front of it, and takes no place among combining marks. Not all such
  /// scalars, but those of which most texts are made.
  private static func isAlwaysComposed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0..<0x300: true  // Latin letters with and without marks
    case 0x2010...0x205E: true  // dashes, quotes and other punctuation
    case 0x3041...0x3096, 0x309B...0x30FF: true  // kana, without the combining voice marks
    case 0x4E00...0x9FFF: true  // Chinese characters
    case 0xAC00...0xD7A3: true  // Korean syllables
    case 0x1F300...0x1FAFF: true  // emoji
    default: false
    }
  }

  /// The form in which texts are searched: composed and without case.
  ///
  /// Capitals first, then small letters, brings together what small letters alone leave apart:
  /// `ß` and `SS`, the two small sigmas.
  public static func folded(_ text: String) -> String {
    normalized(normalized(text).uppercased().lowercased())
  }

  /// What the search of a list looks through: a vendor's name can only be found whole or in part
  /// behind the line end, never across it, since a search value is one line of one name.
  public static func searchText(name: String, vendor: String?) -> String {
    folded(name) + "\n" + folded(vendor ?? "")
  }

  /// Whether a folded text holds another, byte for byte. Swift's own `contains` compares letters
  /// with their marks, which no database does.
  public static func isSubstring(_ part: String, of text: String) -> Bool {
    var part = part
    var text = text
    return part.withUTF8 { part in
      text.withUTF8 { text in
        guard let wanted = part.baseAddress, !part.isEmpty else { return true }
        guard var place = text.baseAddress else { return false }
        let end = place + text.count
        while end - place >= part.count,
          let found = memchr(place, Int32(wanted.pointee), end - place - part.count + 1)
        {
          if memcmp(found, wanted, part.count) == 0 { return true }
          place = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
      }
    }
  }
}
