/// How near a code is to what was typed; cheap enough for tens of thousands of codes.
import Foundation

/// Ranks of nearness. Codes are often numbered, so more than one slip apart is another code.
enum CodeSimilarity {
  /// 0 for the same letters in another case or width, 1 for one letter wrong or two swapped, 2 for
  /// one too many or too few, 3 for a code that begins with the text; nil for anything else.
  static func rank(of code: String, to text: String) -> Int? {
    let (code, text) = (folded(code), folded(text))
    guard !text.isEmpty else { return nil }
    if code == text { return 0 }
    if isOneSlip(code, text) { return code.count == text.count ? 1 : 2 }
    return text.count >= 2 && code.starts(with: text) ? 3 : nil
  }

  private static func folded(_ text: String) -> [Character] {
    Array(text.folding(options: [.caseInsensitive, .widthInsensitive], locale: nil))
  }

  /// Whether one letter too many, too few or wrong, or two swapped neighbors tell them apart.
  private static func isOneSlip(_ left: [Character], _ right: [Character]) -> Bool {
    // One letter alone is a slip away from every other.
    guard max(left.count, right.count) > 1, abs(left.count - right.count) <= 1 else {
      return false
    }
    let start = zip(left, right).prefix { $0 == $1 }.count
    let (leftRest, rightRest) = (left.dropFirst(start), right.dropFirst(start))
    let end = zip(leftRest.reversed(), rightRest.reversed()).prefix { $0 == $1 }.count
    let (leftSlip, rightSlip) = (leftRest.dropLast(end), rightRest.dropLast(end))
    let isSwap = leftSlip.count == 2 && Array(leftSlip) == rightSlip.reversed()
    return isSwap || max(leftSlip.count, rightSlip.count) <= 1
  }
}
