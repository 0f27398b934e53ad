/// Converts increasing offsets to lines and columns in one pass over the text.
struct PlaceCounter: Sendable {
  let bytes: [UInt8]
  var offset: Int
  var line: Int
  var column = 1

  /// The place of a range.
  ///
  /// - Precondition: the range does not begin before one of an earlier call.
  mutating func place(_ range: Range<Int>) -> SourcePlace {
    advance(to: range.lowerBound)
    return SourcePlace(line: line, column: column, range: range)
  }

  private mutating func advance(to target: Int) {
    guard target > offset else { return }
    var lineStart = offset
    var isASCII = true
    for index in offset..<target {
      let byte = bytes[index]
      if byte == Byte.lineFeed || byte == Byte.carriageReturn {
        let isFirstOfTwo =
          byte == Byte.carriageReturn && index + 1 < bytes.count
          && bytes[index + 1] == Byte.lineFeed
        if !isFirstOfTwo { line += 1 }
        column = 1
        lineStart = index + 1
        isASCII = true
      } else if byte >= 0x80 {
        isASCII = false
      }
    }
    let rest = lineStart..<target
    column += isASCII ? rest.count : String(decoding: bytes[rest], as: UTF8.self).count
    offset = target
  }
}
