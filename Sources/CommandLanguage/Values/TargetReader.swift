import Foundation

/// Reads targets, and guesses the meaning of a word that is not a target.
public enum TargetReader {
  /// Reads one target or a list, such as `124,125` or `1,3..5,@MUG-01`. Empty items are left out.
  public static func readAll(_ text: String) throws(ValueProblem) -> [ListingTarget] {
    let items = NumberText.plain(text).split(separator: ",").map {
      $0.trimmingCharacters(in: .whitespaces)
    }.filter { !$0.isEmpty }
    guard text.contains(where: { ",，".contains($0) }), !items.isEmpty else {
      return [try read(text)]
    }
    var targets: [ListingTarget] = []
    for item in items {
      do throws(ValueProblem) { targets.append(try read(item)) } catch {
        throw .item(item, error)
      }
    }
    return targets
  }

  /// Reads `12`, `12..20`, `@MUG-01`, `@CUP-*`, `@last`, `@page`, `-`.
  public static func read(_ text: String) throws(ValueProblem) -> ListingTarget {
    let plain = NumberText.plain(text)
    if plain.isEmpty { throw .empty }
    if plain == "-" { return .input }
    if plain.hasPrefix("@") { return try code(String(plain.dropFirst())) }
    if NumberText.isDigits(plain) { return .id(try id(plain)) }
    if let dots = plain.range(of: "..") {
      let low = plain[..<dots.lowerBound].trimmingCharacters(in: .whitespaces)
      let high = plain[dots.upperBound...].trimmingCharacters(in: .whitespaces)
      if NumberText.isDigits(low), NumberText.isDigits(high) { return try range(low, high) }
    }
    throw .notATarget(reading: reading(of: plain))
  }

  private static func code(_ text: String) throws(ValueProblem) -> ListingTarget {
    switch text.lowercased() {
    case "last": .last
    case "page": .page
    case _ where CodePattern.isPattern(text): .codes(try CodePattern(text))
    default: .code(try SellerCode(text))
    }
  }

  private static func range(_ low: String, _ high: String) throws(ValueProblem) -> ListingTarget {
    let (first, last) = (try id(low), try id(high))
    guard first <= last else { throw .reversedRange(reading: "\(last)..\(first)") }
    return .range(first...last)
  }

  private static func id(_ digits: String) throws(ValueProblem) -> Int {
    try WholeNumberReader.read(digits, from: 1)
  }

  /// The target that was probably meant. Elsewhere, `12-20`, `12...20` and `12~20` are ranges and
  /// `#12` is an id. The most frequent mistake is a code without `@`.
  private static func reading(of text: String) -> String? {
    for separator in ["...", "-", "~", "–"] {
      guard let found = text.range(of: separator) else { continue }
      let (low, high) = (text[..<found.lowerBound], text[found.upperBound...])
      if NumberText.isDigits(low), NumberText.isDigits(high) { return "\(low)..\(high)" }
    }
    if text.hasPrefix("#"), NumberText.isDigits(text.dropFirst()) {
      return String(text.dropFirst())
    }
    // A currency or a unit belongs to an amount next to it.
    if CurrencyMark.isCommon(text) || KoreanNumber.isUnit(text) { return nil }
    guard (try? MoneyReader.read(text)) == nil else { return nil }
    guard text.contains(where: \.isLetter), (try? SellerCode(text)) != nil else {
      return SellerCode.reserved.contains(text.lowercased()) ? "@\(text.lowercased())" : nil
    }
    return "@\(text)"
  }
}
