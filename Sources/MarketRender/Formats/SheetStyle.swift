/// How listings are written to a file of comma- or tab-separated values, which `import` reads without
/// loss. Unlike a pipe, it always has a header and all fields.
public struct SheetStyle: Hashable, Sendable {
  /// Whether Excel opens the file: with a byte-order mark, and no text that it would take for a
  /// formula.
  public var isForExcel: Bool

  public init(isForExcel: Bool = false) {
    self.isForExcel = isForExcel
  }

  private static let formulaStarts = Set("=+-@".utf8)
  private static let apostrophe = UInt8(ascii: "'")

  /// The text with an apostrophe before it, if Excel would take it for a formula, or if
  /// ``unguarded(_:)`` would take away an apostrophe of its own.
  public func guarded(_ text: String) -> String {
    var start = text.utf8.makeIterator()
    guard let first = start.next() else { return text }
    if Self.formulaStarts.contains(first) { return isForExcel ? "'" + text : text }
    guard first == Self.apostrophe, let second = start.next() else { return text }
    let isGuard = Self.formulaStarts.contains(second) || second == Self.apostrophe
    return isGuard ? "'" + text : text
  }

  /// The text without the apostrophe that guards it.
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
