import Foundation
import ListingChanges
import Messages
import SellerSession

/// Finds codes that a spreadsheet program or a slip may have changed.
struct CodeCheck: Sendable {
  /// All codes of the seller and of the table, by their folded form.
  private let codes: [String: [String]]

  init(_ codes: some Sequence<String>) {
    self.codes = Dictionary(grouping: Set(codes), by: Self.folded)
  }

  /// The warning for the code of a new listing; nil if nothing is odd about it.
  func warning(of subject: String, new code: String) -> ChangeWarning? {
    if let other = codes[Self.folded(code)]?.sorted().first(where: { $0 != code }) {
      return .oddCode("\(subject): the new code \(quoted: code) is almost \(quoted: other)")
    }
    guard Self.looksChanged(code) else { return nil }
    return .oddCode(
      """
      \(subject): the new code \(quoted: code) looks as if a spreadsheet program made it of \
      another one
      """)
  }

  /// The warning for a listing that gets another code.
  static func warning(of subject: String, from old: String, to code: String) -> ChangeWarning {
    .oddCode("\(subject): code \(old) → \(code)")
  }

  /// One warning for many codes.
  static func summed(_ warnings: [ChangeWarning]) -> [ChangeWarning] {
    let codes = warnings.filter { $0.kind == .code }
    guard codes.count > 5 else { return warnings }
    let shown = Message.list(codes.prefix(3).map(\.text))
    return warnings.filter { $0.kind != .code } + [
      .oddCode("\(shown), and \(codes.count - 3) more codes")
    ]
  }

  /// The same for codes that differ in letter case or width, in zeros at the beginning, or in `.0`.
  private static func folded(_ code: String) -> String {
    var text = code
    if !text.utf8.allSatisfy({ $0 < 0x80 }) {
      text = text.precomposedStringWithCompatibilityMapping
    }
    text = CellValue.withoutZeroFraction(text.lowercased())
    guard text.utf8.first == UInt8(ascii: "0"), text.utf8.allSatisfy({ (0x30...0x39).contains($0) })
    else { return text }
    return String(text.drop { $0 == "0" })
  }

  /// Whether it is a date as spreadsheet programs write it, or a number with more digits than they
  /// keep.
  private static func looksChanged(_ code: String) -> Bool {
    let bytes = code.utf8
    guard let first = bytes.first, (0x30...0x39).contains(first) || first >= 0x41, bytes.count >= 5
    else { return false }
    if bytes.count > 15, bytes.allSatisfy({ (0x30...0x39).contains($0) }) {
      return bytes.dropFirst(15).allSatisfy { $0 == 0x30 }
    }
    guard bytes.count <= 16 else { return false }
    let whole = NSRange(code.startIndex..., in: code)
    return date?.firstMatch(in: code, range: whole) != nil
  }

  private static let date: NSRegularExpression? = {
    let month = "(?:Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec)"
    let texts = [
      "\\d{1,2}-\(month)(?:-\\d{2,4})?", "\(month)-\\d{2}", "(?:19|20)\\d{2}-\\d{2}-\\d{2}",
      "\\d{1,2}월(?:\\d{1,2}일)?",
    ]
    return try? NSRegularExpression(pattern: "^(?:\(texts.joined(separator: "|")))$")
  }()
}
