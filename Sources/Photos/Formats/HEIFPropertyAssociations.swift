/// The `ipma` box of a HEIC or AVIF file, which assigns properties to items.
struct HEIFPropertyAssociations {
  private let view: ByteView
  private let payload: Range<Int>

  init(_ view: ByteView, _ payload: Range<Int>) {
    (self.view, self.payload) = (view, payload)
  }

  /// The one-based indices of the item's properties, or an empty array if the item is not listed.
  func properties(of item: Int) -> [Int] {
    guard let head = view.number(at: payload.lowerBound, width: 4),
      let count = view.number(at: payload.lowerBound + 4, width: 4)
    else { return [] }
    let idWidth = head >> 24 == 0 ? 2 : 4
    let indexWidth = head & 1 == 0 ? 1 : 2
    var position = payload.lowerBound + 8
    var remaining = count
    while remaining > 0, position < payload.upperBound {
      remaining -= 1
      guard let id = view.number(at: position, width: idWidth),
        let indexCount = view.byte(at: position + idWidth).map(Int.init)
      else { return [] }
      let first = position + idWidth + 1
      position = first + indexCount * indexWidth
      guard id == item, position <= payload.upperBound else { continue }
      // The highest bit only says whether the property is essential.
      let mask = 1 << (8 * indexWidth - 1) - 1
      return (0..<indexCount).compactMap {
        view.number(at: first + $0 * indexWidth, width: indexWidth).map { $0 & mask }
      }
    }
    return []
  }
}
