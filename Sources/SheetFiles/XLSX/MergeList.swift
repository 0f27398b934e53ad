import Foundation

/// The merged cells of a sheet, which its XML names behind all rows.
final class MergeList: XMLPart {
  private(set) var areas: [MergedCells.Area] = []

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    guard name == "mergeCell", let area = attributes["ref"].flatMap(MergedCells.Area.init) else {
      return
    }
    guard areas.count < SheetLimits.mergedAreas else {
      return stop(.suspicious(.merges(limit: SheetLimits.mergedAreas)))
    }
    areas.append(area)
  }

  /// Whether a part names merged cells at all: looking for the word is faster than parsing.
  static func isNeeded(_ entry: ZipEntry) throws(SheetError) -> Bool {
    // The end of `mergeCells`; the letter is rare in the XML of a sheet.
    let word = Array("geCells".utf8)
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 256 << 10, alignment: 16)
    defer { block.deallocate() }
    var kept = 0
    while true {
      let count = try entry.read(into: UnsafeMutableRawBufferPointer(rebasing: block[kept...]))
      if count == 0 { return false }
      let piece = UnsafeRawBufferPointer(rebasing: block[..<(kept + count)])
      if contains(word, piece) { return true }
      kept = min(word.count - 1, piece.count)
      let end = [UInt8](piece.suffix(kept))
      block.copyBytes(from: end)
    }
  }

  private static func contains(_ word: [UInt8], _ bytes: UnsafeRawBufferPointer) -> Bool {
    var position = 0
    while position + word.count <= bytes.count,
      let start = bytes.baseAddress?.advanced(by: position),
      let found = memchr(start, Int32(word[0]), bytes.count - position - word.count + 1)
    {
      if memcmp(found, word, word.count) == 0 { return true }
      position += UnsafeRawPointer(found) - start + 1
    }
    return false
  }
}
