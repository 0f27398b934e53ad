/// The header and the blocks of a GIF image.
enum GIFBlocks {
  /// Reads the logical screen and the frames.
  static func header(_ view: ByteView) throws(PhotoError) -> PhotoHeader {
    guard let width = view.number(at: 6, width: 2, .little),
      let height = view.number(at: 8, width: 2, .little), view.count >= 13
    else { throw .truncated(.gif, bytes: view.count) }
    let found = walk(view)
    // A frame may be larger than the logical screen, and the decoder allocates the frame.
    var header = PhotoHeader(
      format: .gif, width: max(width, found.right), height: max(height, found.bottom))
    header.color = .palette
    header.hasAlpha = true
    header.isAnimated = found.frames > 1
    return header
  }

  /// Fails with `.truncated` unless at least one frame is complete and no block is truncated.
  static func check(_ view: ByteView) throws(PhotoError) {
    let found = walk(view)
    guard found.frames > 0, !found.isTruncated else { throw .truncated(.gif, bytes: view.count) }
  }

  /// The result of walking over all blocks.
  private struct Walk {
    var frames = 0
    /// The largest right edge of a frame in pixels.
    var right = 0
    /// The largest bottom edge of a frame in pixels.
    var bottom = 0
    var isTruncated = false
  }

  /// Walks from block to block until the trailer or the end of the bytes.
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
          walk.isTruncated = true
          return walk
        }
        walk.right = max(walk.right, left + width)
        walk.bottom = max(walk.bottom, top + height)
        let table = tableLength(view.byte(at: position + 9))
        // One byte with the code size precedes the blocks.
        position = end(ofBlocksFrom: position + 10 + table + 1, view)
        if position <= view.count { walk.frames += 1 }
      default:
        // The trailer, the end without a trailer (viewers accept that), or data after an image.
        walk.isTruncated = position > view.count
        return walk
      }
    }
  }

  /// The length of a color table in bytes, according to the flags that announce it.
  private static func tableLength(_ flags: UInt8?) -> Int {
    guard let flags, flags & 0x80 != 0 else { return 0 }
    return 3 << (Int(flags & 7) + 1)
  }

  /// The offset after the empty block that ends a series of blocks, or an offset after the end of
  /// the bytes if the series is truncated.
  private static func end(ofBlocksFrom start: Int, _ view: ByteView) -> Int {
    var position = start
    while let length = view.byte(at: position) {
      position += 1 + Int(length)
      if length == 0 { return position }
    }
    return view.count + 1
  }
}
