extension DisplayWidth {
  /// Returns the end offset and the width of the longest piece of `text` from `start` that fits
  /// into `columns`. Offsets are UTF-8 offsets at grapheme cluster boundaries. A line break also
  /// ends the piece, a zero-width cluster never does.
  public static func row(
    of text: String, from start: Int, columns: Int
  ) -> (end: Int, columns: Int) {
    var end = start
    var used = 0
    while true {
      let simple = simpleRun(of: text, from: end, columns: columns - used)
      end += simple.length
      used += simple.columns
      let index = text.utf8.index(text.startIndex, offsetBy: end)
      guard index < text.endIndex else { break }
      let cluster = text[index]
      let width = of(cluster)
      guard cluster != "\n", used + width <= columns else { break }
      end += cluster.utf8.count
      used += width
    }
    return (end, used)
  }

  /// The piece that can be measured without grapheme breaking, which is nearly all of nearly every
  /// text. Its last scalar is left out if a combining mark may follow it.
  private static func simpleRun(
    of text: String, from start: Int, columns: Int
  ) -> (length: Int, columns: Int) {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> (Int, Int) in
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let (end, width) = SimpleText.walk(rest, columns: columns)
      guard end > 0, end < rest.count, rest[end] >= 0x80 else { return (end, width) }
      var last = end - 1
      while last > 0, rest[last] & 0xC0 == 0x80 { last -= 1 }
      let lastScalar = UnsafeBufferPointer(rebasing: rest[last..<end])
      return (last, width - SimpleText.walk(lastScalar, columns: 2).width)
    }
    return found.map { (length: $0.0, columns: $0.1) } ?? (0, 0)
  }
}
