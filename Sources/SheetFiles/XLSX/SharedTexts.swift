/// The texts that cells refer to by number.
///
/// They are kept as one run of bytes: a hundred thousand strings would take several times as much.
final class SharedTexts: XMLPart {
  private var bytes: [UInt8] = []
  /// The end of each text in `bytes`.
  private var ends: [Int] = []
  private var isText = false
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
    if name.isLetter("t") {
      isText = phonetics == 0
    } else if name == "rPh" {
      phonetics += 1
    }
  }

  override func end(_ name: XMLName) {
    if name.isLetter("t") {
      isText = false
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

/// The text of a cell in the form of its XML.
enum CellText {
  /// Decodes `_x000D_`, the form of characters that XML cannot hold (ECMA-376, part 1, 22.9.2.19).
  static func decode(_ bytes: ArraySlice<UInt8>) -> String {
    guard hasEscape(bytes) else { return String(decoding: bytes, as: UTF8.self) }
    var rest = Array(String(decoding: bytes, as: UTF8.self).utf16)[...]
    var decoded: [UInt16] = []
    while let unit = rest.first {
      if let escaped = escape(rest) {
        decoded.append(escaped)
        rest = rest.dropFirst(7)
      } else {
        decoded.append(unit)
        rest = rest.dropFirst()
      }
    }
    return String(decoding: decoded, as: UTF16.self)
  }

  private static func hasEscape(_ bytes: ArraySlice<UInt8>) -> Bool {
    bytes.withUnsafeBufferPointer { bytes in
      guard bytes.count >= 7 else { return false }
      for index in 0...bytes.count - 7
      where bytes[index] == UInt8(ascii: "_") && bytes[index + 1] == UInt8(ascii: "x") {
        return true
      }
      return false
    }
  }

  private static func escape(_ units: ArraySlice<UInt16>) -> UInt16? {
    let form = units.prefix(7).map { UInt8(truncatingIfNeeded: $0 < 0x80 ? $0 : 0) }
    guard form.count == 7, form[0] == UInt8(ascii: "_"), form[1] == UInt8(ascii: "x"),
      form[6] == UInt8(ascii: "_"), !form[2...5].contains(UInt8(ascii: "+")),
      !form[2...5].contains(UInt8(ascii: "-"))
    else { return nil }
    return UInt16(String(decoding: form[2...5], as: UTF8.self), radix: 16)
  }
}
