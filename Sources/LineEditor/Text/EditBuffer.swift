/// The text being edited and the cursor in it.

/// Text with a cursor, counted in UTF-8 bytes.
///
/// 1. `text` is a native UTF-8 string: an offset becomes an index without a walk.
/// 2. `cursor` lies at the edge of a grapheme cluster, also where inserted text joins its neighbors.
struct EditBuffer: Sendable {
  /// No line grows beyond this: a yank repeated by mistake must not eat the memory.
  static let byteLimit = 8 << 20
  /// Beyond this a line has no colors, hints and completions. They look at the whole line at each
  /// key, and nobody types such a line by hand: it was pasted.
  static let featureLimit = 16 << 10

  private(set) var text: String
  private(set) var cursor: Int
  /// Another number for each text that the buffer held.
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

  /// The cursor goes to the offset, or to the next edge behind it.
  mutating func move(to offset: Int) {
    cursor = boundary(atOrAfter: offset)
  }

  /// Puts `new` in place of a range; the cursor goes behind it.
  /// - Returns: what was there.
  @discardableResult
  mutating func replace(_ range: Range<Int>, with new: String) -> String {
    let place = index(range.lowerBound)..<index(range.upperBound)
    let old = String(text[place])
    if range.lowerBound == count {
      text += new
    } else {
      text.replaceSubrange(place, with: new)
    }
    text.makeContiguousUTF8()
    revision += 1
    move(to: range.lowerBound + new.utf8.count)
    return old
  }

  func slice(_ range: Range<Int>) -> String {
    String(text[index(range.lowerBound)..<index(range.upperBound)])
  }

  /// A text many times; nil where it would fit into no line.
  static func repeated(_ text: String, _ count: Int) -> String? {
    guard text.utf8.count <= byteLimit / max(1, count) else { return nil }
    return count == 1 ? text : String(repeating: text, count: count)
  }
}

// Edges of grapheme clusters.
extension EditBuffer {
  func index(_ offset: Int) -> String.Index {
    text.utf8.index(text.startIndex, offsetBy: min(max(0, offset), count))
  }

  func offset(_ index: String.Index) -> Int {
    text.utf8.distance(from: text.startIndex, to: index)
  }

  func boundary(atOrAfter offset: Int) -> Int {
    let index = index(offset)
    if String.Index(index, within: text) != nil { return self.offset(index) }
    return self.offset(text.index(after: index))
  }

  func boundary(atOrBefore offset: Int) -> Int {
    let edge = boundary(atOrAfter: offset)
    return edge > offset ? before(edge) : edge
  }

  /// The edge behind the letter at an edge; the end stays.
  func after(_ offset: Int) -> Int {
    guard offset < count else { return count }
    if isSimple(at: offset) { return offset + 1 }
    return self.offset(text.index(after: index(offset)))
  }

  /// The edge before the letter that ends at an offset or holds it; the beginning stays.
  func before(_ offset: Int) -> Int {
    guard offset > 0 else { return 0 }
    if isSimple(at: offset - 1), offset == 1 || isSimple(at: offset - 2) { return offset - 1 }
    return self.offset(text.index(before: index(boundary(atOrAfter: offset))))
  }

  /// The letter behind an edge; nil at the end.
  func character(at offset: Int) -> Character? {
    offset >= 0 && offset < count ? text[index(offset)] : nil
  }

  /// Whether an ASCII letter is at the offset that joins with nothing behind it. Where two such
  /// stand side by side there is an edge between them, and no cluster has to be looked for.
  func isSimple(at offset: Int) -> Bool {
    withBytes { bytes in
      bytes[offset] < 0x80 && bytes[offset] != 0x0D
        && (offset + 1 == bytes.count || bytes[offset + 1] < 0x80)
    }
  }

  /// The bytes in place: walks over them must not cost more than they have to.
  func withBytes<Result>(_ body: (UnsafeBufferPointer<UInt8>) -> Result) -> Result {
    if let result = text.utf8.withContiguousStorageIfAvailable(body) { return result }
    return Array(text.utf8).withUnsafeBufferPointer(body)
  }

  func character(before offset: Int) -> Character? {
    offset > 0 ? character(at: before(offset)) : nil
  }
}
