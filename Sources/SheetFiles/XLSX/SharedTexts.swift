/// The texts that cells refer to by number.
///
/// They are kept as one run of bytes: a hundred thousand strings would take several times as much.
final class SharedTexts: XMLPart {
  // These are not checked, as in `XMLPart`.
  @exclusivity(unchecked)
  private var bytes: [UInt8] = []
  /// The end of each text in `bytes`.
  private var ends: [Int] = []
  @exclusivity(unchecked)
  private var isText = false
  /// Whether the run of text is struck out, as an old price is.
  @exclusivity(unchecked)
  private var isStruck = false
  /// The nesting in hints for pronunciation, whose texts are not those of the cell.
  private var phonetics = 0

  override init(_ entry: ZipEntry, in path: String) throws(SheetError) {
    try super.init(entry, in: path)
    // The XML is at least as long as its text. What is not used takes no memory.
    bytes.reserveCapacity(min(entry.size, SheetLimits.sharedTextBytes))
  }

  var count: Int { ends.count }

  subscript(index: Int) -> String {
    let start = index == 0 ? 0 : ends[index - 1]
    return CellText.decode(bytes[start..<ends[index]])
  }

  override func start(_ name: XMLName, _ attributes: XMLAttributes) {
    if name.letter == UInt8(ascii: "t") {
      isText = phonetics == 0 && !isStruck
    } else if name.letter == UInt8(ascii: "r") {
      isStruck = false
    } else if name == "strike" {
      isStruck = attributes["val"] == nil || attributes.isTrue("val")
    } else if name == "rPh" {
      phonetics += 1
    }
  }

  override func end(_ name: XMLName) {
    if name.letter == UInt8(ascii: "t") {
      isText = false
    } else if name.letter == UInt8(ascii: "r") {
      isStruck = false
    } else if name == "rPh" {
      phonetics -= 1
    } else if name == "si" {
      let length = bytes.count - (ends.last ?? 0)
      guard length <= SheetLimits.cellBytes else {
        return stop(.valueTooLong(limit: SheetLimits.cellBytes))
      }
      ends.append(bytes.count)
    }
  }

  override func text(_ piece: UnsafeRawBufferPointer) {
    guard isText else { return }
    guard bytes.count + piece.count <= SheetLimits.sharedTextBytes else {
      return stop(.suspicious(.size(limit: SheetLimits.sharedTextBytes)))
    }
    bytes.append(contentsOf: piece)
  }
}
