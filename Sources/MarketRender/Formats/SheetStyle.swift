/// The style of a CSV or TSV file that `import` can read without loss. Unlike TSV in a pipe, the
/// file has a header, and all fields by default.
public struct SheetStyle: Hashable, Sendable {
  /// Whether the file is for Excel. Then it starts with a byte-order mark, and text that looks like
  /// a formula has an apostrophe in front.
  public var isForExcel: Bool

  public init(isForExcel: Bool = false) {
    self.isForExcel = isForExcel
  }

  private static let formulaStarts = Set("=+-@".utf8)
  private static let apostrophe = UInt8(ascii: "'")

  /// Returns the text with an apostrophe in front if Excel would read it as a formula, or if
  /// ``unguarded(_:)`` would otherwise remove the text's own apostrophe.
  public func guarded(_ text: String) -> String {
    var start = text.utf8.makeIterator()
    guard let first = start.next() else { return text }
    if Self.formulaStarts.contains(first) { return isForExcel ? "'" + text : text }
    guard first == Self.apostrophe, let second = start.next() else { return text }
    let isGuard = Self.formulaStarts.contains(second) || second == Self.apostrophe
    return isGuard ? "'" + text : text
  }

  /// Returns the text without the apostrophe that ``guarded(_:)`` adds.
  public static func unguarded(_ text: String) -> String {
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
