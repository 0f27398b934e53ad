/// One directory of a TIFF file: tagged values, also the frame in which EXIF is stored.

/// A directory (IFD) with bounds checked against the block it stands in (TIFF 6.0, section 2).
struct TIFFDirectory {
  /// One tag with its values.
  struct Entry {
    let tag: Int
    /// How many values there are.
    let count: Int
    /// The first value, where it is a whole number.
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
      // Up to four bytes stand in the entry itself, more stand elsewhere in the block.
      let pointer = view.number(at: offset + 8, width: 4, order) ?? 0
      let place = count * width <= 4 ? offset + 8 : directory.base + pointer
      values = place + count * width <= directory.end ? (place, width) : nil
      number = values.flatMap { view.number(at: $0.offset, width: $0.width, directory.order) }
    }

    /// The value with this index, or nil outside the values.
    func value(_ index: Int) -> Int? {
      guard let values, index < count else { return nil }
      return view.number(at: values.offset + index * values.width, width: values.width, order)
    }
  }

  let base: Int
  let end: Int
  let order: ByteOrder
  /// The offset of the next directory from `base`, 0 when this is the last.
  let next: Int
  private let view: ByteView
  private let start: Int
  private let entryCount: Int

  /// The directory at `offset` from `base`; nil when it does not lie before `end`.
  init?(_ view: ByteView, base: Int, offset: Int, end: Int, order: ByteOrder) {
    let start = base + offset
    guard offset >= 8, let count = view.number(at: start, width: 2, order),
      start + 2 + 12 * count <= min(end, view.count)
    else { return nil }
    (self.view, self.base, self.end, self.order) = (view, base, min(end, view.count), order)
    (self.start, entryCount) = (start, count)
    next = view.number(at: start + 2 + 12 * count, width: 4, order) ?? 0
  }

  /// The entries in stored order.
  func entries() -> some Sequence<Entry> {
    (0..<entryCount).lazy.map { Entry(view, self, at: start + 2 + 12 * $0) }
  }

  /// The entry of the tag, or nil.
  func entry(_ tag: Int) -> Entry? { entries().first { $0.tag == tag } }

  /// The byte order that a TIFF header names, or nil when there is none.
  static func order(_ view: ByteView, at start: Int) -> ByteOrder? {
    if view.holds("II*\0", at: start) { return .little }
    return view.holds("MM\0*", at: start) ? .big : nil
  }
}
