package import CommandLanguage
import Foundation

/// Names of locales for `set locale`.
package enum LocaleName {
  /// The name without encoding, such as `ko_KR` for `ko-KR.UTF-8`.
  /// - Throws: ``ValueProblem`` if the text does not have the form of a locale name.
  package static func plain(_ text: String) throws(ValueProblem) -> String {
    let base = text.prefix { $0 != "." && $0 != "@" }.replacing("-", with: "_")
    let isPlain = base.utf8.allSatisfy { byte in
      (65...90).contains(byte & 0xDF) || (48...57).contains(byte) || byte == UInt8(ascii: "_")
    }
    guard isPlain, (2...40).contains(base.utf8.count) else {
      throw .notOneOf(["auto", "en_US", "ko_KR"], nearest: nil)
    }
    return String(base)
  }

  /// The name in the spelling of the system's tables.
  /// - Throws: ``ValueProblem`` with the nearest name if the tables do not have it.
  package static func known(_ text: String) throws(ValueProblem) -> String {
    let name = try plain(text)
    let all = Locale.availableIdentifiers
    if let found = all.first(where: { $0.lowercased() == name.lowercased() }) { return found }
    let nearest = NearMiss.nearest(to: name, among: all.filter { $0.contains("_") })
    throw .notOneOf(["auto", "en_US", "ko_KR"], nearest: nearest)
  }
}
