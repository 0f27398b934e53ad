import Foundation

/// The name of an element or attribute without its prefix, valid within a callback.
///
/// Programs choose different prefixes for the same namespace, and a spreadsheet has no two elements
/// in one place that differ by namespace only.
struct XMLName {
  let bytes: UnsafePointer<CChar>

  init(_ bytes: UnsafePointer<CChar>) {
    // Most names are a letter without a prefix.
    let isLetter = bytes[0] != 0 && bytes[1] == 0
    self.bytes = isLetter ? bytes : strchr(bytes, 0x3A).map { UnsafePointer($0) + 1 } ?? bytes
  }

  static func == (name: XMLName, text: StaticString) -> Bool {
    UnsafeRawPointer(text.utf8Start).withMemoryRebound(to: CChar.self, capacity: 1) {
      strcmp(name.bytes, $0) == 0
    }
  }

  /// The letter that is the whole name, as of most elements of a sheet; nil for a longer name.
  var letter: UInt8? { bytes[0] != 0 && bytes[1] == 0 ? UInt8(bitPattern: bytes[0]) : nil }
}

/// The attributes of an element, valid within a callback.
struct XMLAttributes: Sequence, IteratorProtocol {
  /// Names and values in turn, up to nil.
  private var pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>

  init(_ pairs: UnsafeMutablePointer<UnsafePointer<CChar>?>) { self.pairs = pairs }

  mutating func next() -> (name: XMLName, value: UnsafePointer<CChar>)? {
    guard let name = pairs[0], let value = pairs[1] else { return nil }
    pairs += 2
    return (XMLName(name), value)
  }

  /// The value of an attribute, by its name without prefix.
  subscript(name: StaticString) -> String? {
    for (found, value) in self where found == name { return String(cString: value) }
    return nil
  }

  /// Whether an attribute is set to true, in either of the two ways of XML Schema.
  func isTrue(_ name: StaticString) -> Bool { ["1", "true"].contains(self[name]) }
}
