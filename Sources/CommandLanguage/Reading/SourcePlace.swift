/// A place in the source text: its first line and column for people, its bytes for highlighting.
public struct SourcePlace: Hashable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column, from 1, counted in grapheme clusters.
  public let column: Int
  /// The UTF-8 offsets in the whole text.
  public let range: Range<Int>

  /// The place after a prefix, which is at the start of this place and not escaped.
  func dropping(_ prefix: String) -> SourcePlace {
    let lower = min(range.lowerBound + prefix.utf8.count, range.upperBound)
    return SourcePlace(line: line, column: column + prefix.count, range: lower..<range.upperBound)
  }
}
