/// The links between pictures and properties in a HEIC or AVIF.

/// Which properties belong to which item: the `ipma` box.
struct HEIFPropertyAssociations {
  private let view: ByteView
  private let payload: Range<Int>

  init(_ view: ByteView, _ payload: Range<Int>) {
    (self.view, self.payload) = (view, payload)
  }

  /// The one-based indices of the item's properties; empty when the item is not listed.
  func properties(of item: Int) -> [Int] {
    guard let head = view.number(at: payload.lowerBound, width: 4),
      let count = view.number(at: payload.lowerBound + 4, width: 4)
    else { return [] }
    let idWidth = head >> 24 == 0 ? 2 : 4
    let linkWidth = head & 1 == 0 ? 1 : 2
    var position = payload.lowerBound + 8
    var left = count
    while left > 0, position < payload.upperBound {
      left -= 1
      guard let id = view.number(at: position, width: idWidth),
        let links = view.byte(at: position + idWidth).map(Int.init)
      else { return [] }
      let first = position + idWidth + 1
      position = first + links * linkWidth
      guard id == item, position <= payload.upperBound else { continue }
      // The uppermost bit says whether a reader may skip the property.
      let mask = 1 << (8 * linkWidth - 1) - 1
      return (0..<links).compactMap {
        view.number(at: first + $0 * linkWidth, width: linkWidth).map { $0 & mask }
      }
    }
    return []
  }
}
