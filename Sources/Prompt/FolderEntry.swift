import CommandLanguage
import Photos

/// A name in a folder.
package struct FolderEntry: Hashable, Sendable {
  /// The name with the bytes that the disk has, in any Unicode normalization.
  let name: String
  let isFolder: Bool
  let isHidden: Bool
  let isPicture: Bool
  /// The name as it is matched against the typed word.
  let match: FuzzyText
  /// The name without its extension, whose letters are no reason to show a file.
  let stem: FuzzyText

  init(_ name: String, isFolder: Bool) {
    self.name = name
    self.isFolder = isFolder
    isHidden = name.hasPrefix(".")
    isPicture = !isFolder && Self.isPicture(name)
    match = FuzzyText(name)
    let dot = isFolder ? nil : name.dropFirst().lastIndex(of: ".")
    stem = dot.map { FuzzyText(String(name[..<$0])) } ?? match
  }

  /// Whether the extension of a file name is that of a picture.
  package static func isPicture(_ name: String) -> Bool { PhotoFormat.mayBePhoto(name) }
}

/// Natural sort order: digits compare as numbers, ASCII letters without case. `2.jpg` comes before
/// `10.jpg`.
enum NaturalOrder {
  static func sorted(_ entries: [FolderEntry]) -> [FolderEntry] {
    // Each name is compared many times, so its bytes are copied once.
    entries.map { (bytes: Array($0.name.utf8), entry: $0) }
      .sorted { precedes($0.bytes, $1.bytes) }.map(\.entry)
  }

  private static func precedes(_ left: [UInt8], _ right: [UInt8]) -> Bool {
    var (left, right) = (left[...], right[...])
    while let first = left.first, let second = right.first {
      if isDigit(first), isDigit(second) {
        let (one, other) = (removeNumber(&left), removeNumber(&right))
        if one.count != other.count { return one.count < other.count }
        if one != other { return one.lexicographicallyPrecedes(other) }
      } else {
        let (one, other) = (lowercased(first), lowercased(second))
        if one != other { return one < other }
        left.removeFirst()
        right.removeFirst()
      }
    }
    return left.count < right.count
  }

  /// Removes the leading digits and returns them without leading zeros.
  private static func removeNumber(_ bytes: inout ArraySlice<UInt8>) -> ArraySlice<UInt8> {
    let digits = bytes.prefix(while: isDigit)
    bytes = bytes.dropFirst(digits.count)
    return digits.drop { $0 == UInt8(ascii: "0") }
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  private static func lowercased(_ byte: UInt8) -> UInt8 {
    (0x41...0x5A).contains(byte) ? byte + 0x20 : byte
  }
}
