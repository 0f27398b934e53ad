public import Formatting
import MarketWire
public import Messages

extension RGBColor: ParameterValue {
  /// Reads a name, or three or six hexadecimal digits with or without `#`.
  public static func read(_ word: Word, in context: ReadingContext) throws(ValueProblem) -> Self {
    let text = NumberText.plain(word.text).lowercased()
    if text.isEmpty { throw .empty }
    if let hex = names[text] { return RGBColor(hex: hex) }
    var digits = Array(text.hasPrefix("#") ? text.dropFirst() : text[...])
    if digits.count == 3 { digits = digits.flatMap { [$0, $0] } }
    guard digits.count == 6, digits.allSatisfy({ $0.isASCII && $0.isHexDigit }),
      let hex = UInt32(String(digits), radix: 16)
    else {
      throw .notAColor(nearest: NearMiss.nearest(to: text, among: names.keys.sorted()))
    }
    return RGBColor(hex: hex)
  }

  public static let valueName: Message = "color"
  public static let sample = "white"
  public static let completion = CompletionKind.choice([
    "white", "black", "gray", "silver", "ivory", "beige",
  ])

  /// Common background colors of product photos, with their CSS values.
  private static let names: [String: UInt32] = [
    "white": 0xFFFFFF, "흰색": 0xFFFFFF, "black": 0, "검정": 0, "gray": 0x808080, "grey": 0x808080,
    "회색": 0x808080, "silver": 0xC0C0C0, "ivory": 0xFFFFF0, "beige": 0xF5F5DC, "베이지": 0xF5F5DC,
    "red": 0xFF0000, "green": 0x008000, "blue": 0x0000FF, "yellow": 0xFFFF00, "pink": 0xFFC0CB,
    "brown": 0xA52A2A, "navy": 0x000080,
  ]
}
