/// The lines of a text of several lines.
import TerminalKit

extension EditBuffer {
  /// Where the line of an offset begins.
  func lineStart(of offset: Int) -> Int {
    withBytes { bytes in
      var start = min(offset, bytes.count)
      while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      return start
    }
  }

  /// Where the line of an offset ends, before its line break.
  func lineEnd(of offset: Int) -> Int {
    withBytes { bytes in
      var end = min(offset, bytes.count)
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      return end
    }
  }

  /// The columns before the cursor in its line.
  var column: Int { DisplayWidth.of(slice(lineStart(of: cursor)..<cursor)) }

  /// The place in the line below (or above) at a column or before it; nil where there is no line.
  func offset(below isBelow: Bool, of offset: Int, column: Int) -> Int? {
    let start: Int
    if isBelow {
      let end = lineEnd(of: offset)
      guard end < count else { return nil }
      start = end + 1
    } else {
      let own = lineStart(of: offset)
      guard own > 0 else { return nil }
      start = lineStart(of: own - 1)
    }
    let line = slice(start..<lineEnd(of: start))
    return boundary(atOrBefore: start + DisplayWidth.prefix(of: line, columns: column).utf8.count)
  }

  /// The first letter of the line that is no blank, or its end.
  func indent(of offset: Int) -> Int {
    var place = lineStart(of: offset)
    let end = lineEnd(of: offset)
    while place < end, character(at: place)?.isWhitespace == true { place = after(place) }
    return place
  }
}
