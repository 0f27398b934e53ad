import TerminalKit

/// Lines of styled text with slots for pictures.
struct RenderedBlock {
  var lines: [StyledText] = []
  var pictures: [PictureSlot] = []

  mutating func append(_ other: RenderedBlock) {
    let start = lines.count
    lines += other.lines
    pictures += other.pictures.map { $0.moved(down: start) }
  }

  mutating func append(_ more: [StyledText]) { lines += more }

  func indented(by columns: Int) -> RenderedBlock {
    let spaces = StyledText(String(repeating: " ", count: columns))
    return RenderedBlock(
      lines: lines.map { $0.isEmpty ? $0 : spaces + $0 },
      pictures: pictures.map { $0.moved(right: columns) })
  }

  /// The blocks from top to bottom with the separator between them.
  static func joined(_ blocks: [RenderedBlock], separator: [StyledText]) -> RenderedBlock {
    var result = RenderedBlock()
    for (index, block) in blocks.enumerated() {
      if index > 0 { result.append(separator) }
      result.append(block)
    }
    return result
  }
}
