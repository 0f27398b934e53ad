/// The style of a CSV or TSV file that `import` can read without loss. Unlike TSV in a pipe, the
/// file has a header, and all fields by default.
public struct SheetStyle: Hashable, Sendable {
  /// Whether the file is for Excel. Then it starts with a byte-order mark, a text that looks like a
  /// formula has an apostrophe in front, and one that Excel would change, such as `00123`, `3-5` or
  /// `MAR1`, is the formula of a text: `="00123"`.
  public var isForExcel: Bool

  public init(isForExcel: Bool = false) {
    self.isForExcel = isForExcel
  }

  /// Some programs skip a tab or a line break before a formula.
  private static let formulaStarts = Set("=+-@\t\r\n".utf8)
  private static let apostrophe = UInt8(ascii: "'")

  /// Returns the text with an apostrophe in front if Excel would read it as a formula, or if
  /// ``unguarded(_:)`` would otherwise remove the text's own apostrophe.
  public func guarded(_ text: String) -> String {
    var start = text.utf8.makeIterator()
    guard let first = start.next() else { return text }
    if Self.formulaStarts.contains(first) {
      if Self.formulaText(text) != nil { return "'" + text }
      return isForExcel && !Self.isNegativeNumber(text) ? "'" + text : text
    }
    if isForExcel, ExcelGuess.changes(text) { return "=\"\(text)\"" }
    guard first == Self.apostrophe, let second = start.next() else { return text }
    let isGuard = Self.formulaStarts.contains(second) || second == Self.apostrophe
    return isGuard ? "'" + text : text
  }

  /// Whether the text is a number such as `-5` or `-12.50`, which is no formula.
  private static func isNegativeNumber(_ text: String) -> Bool {
    let parts = text.utf8.dropFirst().split(
      separator: UInt8(ascii: "."), maxSplits: 1, omittingEmptySubsequences: false)
    return text.utf8.first == UInt8(ascii: "-")
      && parts.allSatisfy { part in
        !part.isEmpty && part.allSatisfy { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) }
      }
  }

  /// The text of a formula that is only a text; nil for all others.
  private static func formulaText(_ text: String) -> String? {
    guard text.hasPrefix("=\""), text.hasSuffix("\""), text.utf8.count > 2 else { return nil }
    let inner = text.dropFirst(2).dropLast()
    let pieces = inner.split(separator: "\"\"", omittingEmptySubsequences: false)
    return pieces.allSatisfy { !$0.contains("\"") } ? pieces.joined(separator: "\"") : nil
  }

  /// Returns the text without what ``guarded(_:)`` adds.
  public static func unguarded(_ text: String) -> String {
    if let inner = formulaText(text) { return inner }
    var start = text.utf8.makeIterator()
    guard start.next() == apostrophe, let second = start.next(),
      formulaStarts.contains(second) || second == apostrophe
    else { return text }
    return String(text.dropFirst())
  }
}

extension SheetStyle {
  /// A record of comma-separated values (RFC 4180).
  public static func record(_ values: [String]) -> String {
    var buffer = UTF8Buffer()
    buffer.append(csvRow: values)
    return buffer.take()
  }
}
