/// An image file directory (IFD) of a TIFF file: a list of tagged values (TIFF 6.0, section 2).
///
/// EXIF data has the same format. All bounds are checked against the surrounding data.
struct TIFFDirectory {
  /// A tag with its values.
  struct Entry {
    let tag: Int
    /// The number of values.
    let count: Int
    /// The first value if it is an integer, or nil.
    let number: Int?
    private let values: (offset: Int, width: Int)?
    private let view: ByteView
    private let order: ByteOrder

    fileprivate init(_ view: ByteView, _ directory: TIFFDirectory, at offset: Int) {
      self.view = view
      order = directory.order
      tag = view.number(at: offset, width: 2, order) ?? 0
      count = view.number(at: offset + 4, width: 4, order) ?? 0
      let width = [1: 1, 3: 2, 4: 4][view.number(at: offset + 2, width: 2, order) ?? 0]
      guard let width, count > 0 else {
        (values, number) = (nil, nil)
        return
      }
      // Up to four bytes are in the entry itself, more bytes are elsewhere in the data.
      let pointer = view.number(at: offset + 8, width: 4, order) ?? 0
      let start = count * width <= 4 ? offset + 8 : directory.base + pointer
      values = start + count * width <= directory.end ? (start, width) : nil
      number = values.flatMap { view.number(at: $0.offset, width: $0.width, directory.order) }
    }

    /// The value at the index, or nil if there is none.
    func value(_ index: Int) -> Int? {
      guard let values, index < count else { return nil }
      return view.number(at: values.offset + index * values.width, width: values.width, order)
    }
  }

  /// The offset that all offsets in the directory are relative to.
  let base: Int
  let end: Int
  let order: ByteOrder
  /// The offset of the next directory relative to `base`, or 0 if this is the last one.
  let next: Int
  private let view: ByteView
  private let start: Int
  private let entryCount: Int

  /// Creates the directory at `offset` relative to `base`, or returns nil if it exceeds `end`.
  init?(_ view: ByteView, base: Int, offset: Int, end: Int, order: ByteOrder) {
    let start = base + offset
    guard offset >= 8, let count = view.number(at: start, width: 2, order),
      start + 2 + 12 * count <= min(end, view.count)
    else { return nil }
    (self.view, self.base, self.end, self.order) = (view, base, min(end, view.count), order)
    (self.start, entryCount) = (start, count)
    next = view.number(at: start + 2 + 12 * count, width: 4, order) ?? 0
  }

  /// The entries in the order of the file.
  func entries() -> some Sequence<Entry> {
    (0..<entryCount).lazy.map { Entry(view, self, at: start + 2 + 12 * $0) }
  }

  /// The entry with the tag, or nil.
  func entry(_ tag: Int) -> Entry? { entries().first { $0.tag == tag } }

  /// The byte order in a TIFF header, or nil if there is no TIFF header.
  static func order(_ view: ByteView, at start: Int) -> ByteOrder? {
    if view.contains("II*\0", at: start) { return .little }
    return view.contains("MM\0*", at: start) ? .big : nil
  }
}
