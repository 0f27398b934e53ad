/// The edited text and its cursor. Offsets count UTF-8 bytes.
///
/// 1. `text` is a native UTF-8 string, so an offset converts to an index in constant time.
/// 2. `cursor` is at a grapheme cluster boundary, even if inserted text joins its neighbors.
struct EditBuffer: Sendable {
  /// The length of the longest line in bytes. It keeps a repeated yank from exhausting the memory.
  static let byteLimit = 8 << 20
  /// The length above which a line has no highlighting, hints and completions. These process the
  /// whole line at each key, and a line of this length was pasted, not typed.
  static let featureLimit = 16 << 10

  private(set) var text: String
  private(set) var cursor: Int
  /// A number that changes with every change of the text.
  private(set) var revision = 0

  init(_ text: String = "", cursor: Int? = nil) {
    self.text = text
    self.text.makeContiguousUTF8()
    self.cursor = 0
    move(to: cursor ?? self.text.utf8.count)
  }

  var count: Int { text.utf8.count }
  var isEmpty: Bool { text.isEmpty }
  var isAtEnd: Bool { cursor == count }
  var isLong: Bool { count > Self.featureLimit }

  /// Moves the cursor to the offset, or to the next boundary after it.
  mutating func move(to offset: Int) { cursor = boundary(atOrAfter: offset) }

  /// Replaces a range with `new` and moves the cursor behind it.
  ///
  /// - Returns: the replaced text.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: String) -> String {
    let indices = index(range.lowerBound)..<index(range.upperBound)
    let old = String(text[indices])
    if range.lowerBound == count {
      text += new
    } else {
      text.replaceSubrange(indices, with: new)
    }
    text.makeContiguousUTF8()
    revision += 1
    move(to: range.lowerBound + new.utf8.count)
    return old
  }

  func slice(_ range: Range<Int>) -> String {
    String(text[index(range.lowerBound)..<index(range.upperBound)])
  }

  /// Returns the text repeated `count` times, or nil if it would be longer than a line.
  static func repeated(_ text: String, _ count: Int) -> String? {
    guard text.utf8.count <= byteLimit / max(1, count) else { return nil }
    return count == 1 ? text : String(repeating: text, count: count)
  }
}

// Grapheme cluster boundaries.
extension EditBuffer {
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: min(max(0, offset), count))
  }

  func offset(_ index: String.Index) -> Int { text.utf8.distance(from: text.startIndex, to: index) }

  func boundary(atOrAfter offset: Int) -> Int {
    let index = index(offset)
    if String.Index(index, within: text) != nil { return self.offset(index) }
    return self.offset(text.index(after: index))
  }

  func boundary(atOrBefore offset: Int) -> Int {
    let boundary = boundary(atOrAfter: offset)
    return boundary > offset ? before(boundary) : boundary
  }

  /// The boundary after the character at a boundary, or the end of the text.
  func after(_ offset: Int) -> Int {
    guard offset < count else { return count }
    if isSimple(at: offset) { return offset + 1 }
    return self.offset(text.index(after: index(offset)))
  }

  /// The boundary before the character that contains or ends at the offset, or the start of the
  /// text.
  func before(_ offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    if isSimple(at: offset - 1), offset == 1 || isSimple(at: offset - 2) { return offset - 1 }
    return self.offset(text.index(before: index(boundary(atOrAfter: offset))))
  }

  /// The character after a boundary; nil at the end.
  func character(at offset: Int) -> Character? {
    offset >= 0 && offset < count ? text[index(offset)] : nil
  }

  /// Whether the byte at the offset is an ASCII character that does not join the next one. There is
  /// a boundary between two such bytes, so no grapheme breaking is needed.
  func isSimple(at offset: Int) -> Bool {
    withBytes { bytes in
      bytes[offset] < 0x80 && bytes[offset] != 0x0D
        && (offset + 1 == bytes.count || bytes[offset + 1] < 0x80)
    }
  }

  /// Calls `body` with the bytes of the text without copying them.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(text.utf8).withUnsafeBufferPointer(body)
  }

  func character(before offset: Int) -> Character? {
    offset > 0 ? character(at: before(offset)) : nil
  }
}
