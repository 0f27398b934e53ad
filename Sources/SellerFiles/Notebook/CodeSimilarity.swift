import Foundation

/// Ranks how similar a code is to a mistyped one; fast enough for tens of thousands of codes. Codes
/// are often numbered, so codes that differ by more than one typo are different codes.
enum CodeSimilarity {
  /// The rank of a code, 0 being the most similar, or nil if it is not similar. 0: differs in case
  /// or width only; 1: one wrong or two swapped characters; 2: one additional or missing character;
  /// 3: starts with the text.
  static func rank(of code: String, to text: String) -> Int? {
    let (code, text) = (folded(code), folded(text))
    guard !text.isEmpty else { return nil }
    if code == text { return 0 }
    if isOneTypo(code, text) { return code.count == text.count ? 1 : 2 }
    return text.count >= 2 && code.starts(with: text) ? 3 : nil
  }

  private static func folded(_ text: String) -> [Character] {
    Array(text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil))
  }

  /// Whether the texts differ by one additional, missing or wrong character or by two swapped ones.
  private static func isOneTypo(_ left: [Character], _ right: [Character]) -> Bool {
    // Every single character would be one typo away from every other.
    guard max(left.count, right.count) > 1, abs(left.count - right.count) <= 1 else { return false }
    let start = zip(left, right).prefix { $0 == $1 }.count
    let (leftRest, rightRest) = (left.dropFirst(start), right.dropFirst(start))
    let end = zip(leftRest.reversed(), rightRest.reversed()).prefix { $0 == $1 }.count
    let (leftDifference, rightDifference) = (leftRest.dropLast(end), rightRest.dropLast(end))
    let isSwap = leftDifference.count == 2 && Array(leftDifference) == rightDifference.reversed()
    return isSwap || max(leftDifference.count, rightDifference.count) <= 1
  }
}
