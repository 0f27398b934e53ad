import TerminalKit

extension EditBuffer {
  func lineStart(of offset: Int) -> Int {
    withBytes { bytes in
      var start = min(offset, bytes.count)
      while start > 0, bytes[start - 1] != UInt8(ascii: "\n") { start -= 1 }
      return start
    }
  }

  /// The end of the line that contains the offset, before its line break.
  func lineEnd(of offset: Int) -> Int {
    withBytes { bytes in
      var end = min(offset, bytes.count)
      while end < bytes.count, bytes[end] != UInt8(ascii: "\n") { end += 1 }
      return end
    }
  }

  /// The width of the text before the cursor in its line.
  var column: Int { DisplayWidth.of(slice(lineStart(of: cursor)..<cursor)) }

  /// The offset at a column of the line below (or above), or nil if there is no line. A column
  /// inside a wide character counts as its start.
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

  /// The first character of the line that is not whitespace, or its end.
  func indent(of offset: Int) -> Int {
    var start = lineStart(of: offset)
    let end = lineEnd(of: offset)
    while start < end, character(at: start)?.isWhitespace == true { start = after(start) }
    return start
  }
}
