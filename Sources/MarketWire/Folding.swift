/// How texts are compared: one form for each text, whatever its case and composition.
import Foundation

/// The forms in which the market keeps and searches texts (API 7).
public enum Folding {
  /// Unicode's composed form (NFC), in which texts are stored and counted.
  public static func composed(_ text: String) -> String {
    // ASCII is composed already, and most bytes of a big import are ASCII.
    text.utf8.allSatisfy { $0 < 0x80 } ? text : text.precomposedStringWithCanonicalMapping
  }

  /// The form in which texts are searched: composed and without case.
  ///
  /// Capitals first, then small letters, brings together what small letters alone leave apart:
  /// `ß` and `SS`, the two small sigmas.
  public static func folded(_ text: String) -> String {
    composed(composed(text).uppercased().lowercased())
  }
}
