/// The header of a GIF and the walk over its blocks.

enum GIFBlocks {
  /// Reads the screen and the frames, of which any may be the largest.
  static func header(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    guard let width = view.number(at: 6, width: 2, .little),
      let height = view.number(at: 8, width: 2, .little), view.count >= 13
    else { throw .truncated(.gif, bytes: view.count) }
    let found = walk(view)
    // A frame may be larger than the screen it is drawn on, and the decoder holds it.
    var header = PhotoHeader(
      format: .gif, width: max(width, found.right), height: max(height, found.bottom))
    header.color = .palette
    header.hasAlpha = true
    header.isAnimated = found.pictures > 1
    return header
  }

  /// Fails with `.truncated` unless at least one picture is whole and no block is cut.
  static func check(_ view: ByteView) throws(PhotoError) {
    let found = walk(view)
    guard found.pictures > 0, !found.isCut else { throw .truncated(.gif, bytes: view.count) }
  }

  private struct Walk {
    var pictures = 0
    var right = 0
    var bottom = 0
    var isCut = false
  }

  /// From block to block, to the trailer or as far as the bytes go.
  private static func walk(_ view: ByteView) -> Walk {
    var walk = Walk()
    var position = 13 + tableLength(view.byte(at: 10))
    while true {
      switch view.byte(at: position) {
      case 0x21:
        position = end(ofBlocksFrom: position + 2, view)
      case 0x2C:
        guard let left = view.number(at: position + 1, width: 2, .little),
          let top = view.number(at: position + 3, width: 2, .little),
          let width = view.number(at: position + 5, width: 2, .little),
          let height = view.number(at: position + 7, width: 2, .little)
        else {
          walk.isCut = true
          return walk
        }
        walk.right = max(walk.right, left + width)
        walk.bottom = max(walk.bottom, top + height)
        let table = tableLength(view.byte(at: position + 9))
        // One byte of code size stands before the blocks.
        position = end(ofBlocksFrom: position + 10 + table + 1, view)
        if position <= view.count { walk.pictures += 1 }
      default:
        // The trailer, the end without one (players accept it), or rubbish behind a picture.
        walk.isCut = position > view.count
        return walk
      }
    }
  }

  /// The bytes of a color table, by the flags that announce it.
  private static func tableLength(_ flags: UInt8?) -> Int {
    guard let flags, flags & 0x80 != 0 else { return 0 }
    return 3 << (Int(flags & 7) + 1)
  }

  /// Behind the empty block that ends a row of blocks; behind the end of the bytes when it is cut.
  private static func end(ofBlocksFrom start: Int, _ view: ByteView) -> Int {
    var position = start
    while let length = view.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { return position }
    }
    return view.count + 1
  }
}
