import Foundation

/// Unicode normalization and case folding, as the market stores and searches text (API 7.2, 7.3).
///
/// ```swift
/// print(Folding.isSubstring("oak MUG", of: Folding.searchText(name: "Oak mug", vendor: "oak")))
/// ```
public enum Folding {
  /// Returns the text in Unicode Normalization Form C (NFC), in which texts are stored and counted.
  public static func normalized(_ text: String) -> String {
    // Most texts are in NFC already. This check is much faster than Foundation's.
    text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.allSatisfy(isAlwaysComposed)
      ? text : text.precomposedStringWithCanonicalMapping
  }

  /// Returns whether NFC never changes the scalar, whatever its neighbors are.
  ///
  /// The list is not complete; it covers the scalars that most texts consist of.
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

  /// Returns the text in NFC and without case, as searches compare it.
  ///
  /// Uppercasing first makes `ß` equal to `SS` and the two lowercase sigmas equal to each other.
  public static func folded(_ text: String) -> String {
    normalized(normalized(text).uppercased().lowercased())
  }

  /// Returns the text that a search looks through: the folded names of the listing and its vendor.
  ///
  /// A newline separates the two, so no search matches across both names.
  public static func searchText(name: String, vendor: String?) -> String {
    folded(name) + "\n" + folded(vendor ?? "")
  }

  /// Returns whether `text` contains `part`, compared byte by byte, as a database compares.
  ///
  /// `String.contains` compares grapheme clusters instead, and finds no `e` in a decomposed `é`.
  public static func isSubstring(_ part: String, of text: String) -> Bool {
    var part = part
    var text = text
    return part.withUTF8 { part in
      text.withUTF8 { text in
        guard let first = part.baseAddress, !part.isEmpty else { return true }
        guard var position = text.baseAddress else { return false }
        let end = position + text.count
        while end - position >= part.count,
          let found = memchr(position, Int32(first.pointee), end - position - part.count + 1)
        {
          if memcmp(found, first, part.count) == 0 { return true }
          position = UnsafePointer(found.assumingMemoryBound(to: UInt8.self)) + 1
        }
        return false
      }
    }
  }
}
