/// How much of a text fits into a row, from any place in it: the walk by which the prompt wraps.

extension DisplayWidth {
  /// Goes over the letters of `text` from the UTF-8 offset `start`, the edge of a letter, while they
  /// fit into `columns`, and tells the offset where it stopped and the columns up to there. A line
  /// break stops it too; letters without a column of their own never do.
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
      let letter = text[index]
      let width = of(letter)
      guard letter != "\n", used + width <= columns else { break }
      end += letter.utf8.count
      used += width
    }
    return (end, used)
  }

  /// The letters that surely stand alone, which is nearly all of nearly every text. The last one is
  /// left out where a mark may follow it.
  private static func simpleRun(
    of text: String, from start: Int, columns: Int
  ) -> (length: Int, columns: Int) {
    let found = text.utf8.withContiguousStorageIfAvailable { bytes -> (Int, Int) in
      let rest = UnsafeBufferPointer(rebasing: bytes[start...])
      let (end, width) = SimpleText.walk(rest, columns: columns)
      guard end > 0, end < rest.count, rest[end] >= 0x80 else { return (end, width) }
      var last = end - 1
      while last > 0, rest[last] & 0xC0 == 0x80 { last -= 1 }
      let lastLetter = UnsafeBufferPointer(rebasing: rest[last..<end])
      return (last, width - SimpleText.walk(lastLetter, columns: 2).width)
    }
    return found.map { (length: $0.0, columns: $0.1) } ?? (0, 0)
  }
}
