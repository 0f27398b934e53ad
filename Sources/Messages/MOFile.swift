/// A compiled catalog in the MO format of GNU gettext, which is read where it is.
///
/// `scripts/catalogs` makes it from a PO file. The singular and the plural of a counted message are
/// both its plural, with `n` as the context. Strings are sorted, so that nothing is parsed before the
/// first look-up.
public struct MOFile: Sendable {
  private static let magic: UInt32 = 0x9504_12DE

  private let bytes: StaticBytes
  private let count: Int
  private let originals: Int
  private let translations: Int
  let rule: PluralRule

  /// - Returns: nil if the bytes are no catalog.
  public init?(_ bytes: StaticBytes) {
    self.bytes = bytes
    guard bytes.count >= 20, bytes.number(at: 0) == Self.magic else { return nil }
    count = Int(bytes.number(at: 8))
    originals = Int(bytes.number(at: 12))
    translations = Int(bytes.number(at: 16))
    guard max(originals, translations) + 8 * count <= bytes.count else { return nil }
    let header = Self.text(bytes, translations, 0)?.split(separator: "\n") ?? []
    let field = header.first { $0.lowercased().hasPrefix("plural-forms:") }
    rule = field.flatMap { PluralRule(header: String($0.dropFirst(13))) } ?? .oneAndOther
  }

  func pattern(for message: Message) -> MessagePattern? {
    guard case .counted(let number, _) = message.form else {
      let key = message.key
      // The translation of the empty key is the header.
      return key.isEmpty ? nil : translation(of: key).flatMap(MessagePattern.init)
    }
    let forms = translation(of: "n\u{4}\(message.key)\0\(message.key)")?
      .split(separator: "\0", omittingEmptySubsequences: false)
    let index = rule.index(of: number)
    guard let forms, index < forms.count else { return nil }
    return MessagePattern(String(forms[index]))
  }

  private func translation(of key: String) -> String? {
    var key = key
    return key.withUTF8 { key in
      var range = 0..<count
      while !range.isEmpty {
        let middle = (range.lowerBound + range.upperBound) / 2
        switch order(of: key, at: middle) {
        case 0: return Self.text(bytes, translations, middle)
        case ..<0: range = range.lowerBound..<middle
        default: range = (middle + 1)..<range.upperBound
        }
      }
      return nil
    }
  }

  /// Below 0 if the key is before the original with the index, 0 if it is equal.
  private func order(of key: UnsafeBufferPointer<UInt8>, at index: Int) -> Int {
    let length = Int(bytes.number(at: originals + 8 * index))
    let start = Int(bytes.number(at: originals + 8 * index + 4))
    for place in 0..<min(key.count, length) {
      let (mine, other) = (key[place], bytes[start + place])
      if mine != other { return mine < other ? -1 : 1 }
    }
    return key.count - length
  }

  private static func text(_ bytes: StaticBytes, _ table: Int, _ index: Int) -> String? {
    let length = Int(bytes.number(at: table + 8 * index))
    let start = Int(bytes.number(at: table + 8 * index + 4))
    guard start + length <= bytes.count else { return nil }
    return bytes.text(start..<(start + length))
  }
}

/// Bytes that are part of the program, or never freed.
public struct StaticBytes: @unchecked Sendable {
  // The bytes are constant, so that any thread may read them.
  private let buffer: UnsafeBufferPointer<UInt8>

  public init(_ buffer: UnsafeBufferPointer<UInt8>) { self.buffer = buffer }

  var count: Int { buffer.count }

  subscript(index: Int) -> UInt8 { buffer[index] }

  /// The little-endian number of 4 bytes.
  func number(at offset: Int) -> UInt32 {
    (0..<4).reduce(0) { $0 | UInt32(buffer[offset + $1]) << (8 * UInt32($1)) }
  }

  func text(_ range: Range<Int>) -> String {
    String(decoding: UnsafeBufferPointer(rebasing: buffer[range]), as: UTF8.self)
  }
}
