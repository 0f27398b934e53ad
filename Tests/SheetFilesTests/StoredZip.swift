/// A zip without compression, to be made wrong in one place by a test.
struct StoredZip {
  struct Entry {
    var name: String
    var content: [UInt8]
    /// The sizes that the zip claims, if not the true ones.
    var claimedSize: Int?
    var claimedCompression: Int?

    init(_ name: String, _ content: [UInt8]) {
      self.name = name
      self.content = content
    }

    init(_ name: String, _ text: String) { self.init(name, Array(text.utf8)) }
  }

  var entries: [Entry] = []

  var bytes: [UInt8] {
    var file: [UInt8] = []
    var directory: [UInt8] = []
    for entry in entries {
      let fields = Self.fields(of: entry)
      directory += [0x50, 0x4B, 1, 2] + Self.number(20, 2) + fields
      directory += Self.number(0, 10) + Self.number(file.count, 4)
      directory += entry.name.utf8
      file += [0x50, 0x4B, 3, 4] + fields + entry.name.utf8 + entry.content
    }
    let end =
      [0x50, 0x4B, 5, 6] + Self.number(0, 4) + Self.number(entries.count, 2)
      + Self.number(entries.count, 2) + Self.number(directory.count, 4)
      + Self.number(file.count, 4) + Self.number(0, 2)
    return file + directory + end
  }

  /// The fields that an entry has in both places: from the version to the length of the extra field.
  private static func fields(of entry: Entry) -> [UInt8] {
    let method = entry.claimedCompression == nil ? 0 : 8
    var fields = number(20, 2) + number(0x800, 2) + number(method, 2) + number(0, 2)
    fields += number(0x5C21, 2) + number(Int(checksum(entry.content)), 4)
    fields += number(entry.claimedCompression ?? entry.content.count, 4)
    fields += number(entry.claimedSize ?? entry.content.count, 4)
    return fields + number(entry.name.utf8.count, 2) + number(0, 2)
  }

  private static func number(_ value: Int, _ count: Int) -> [UInt8] {
    (0..<count).map { $0 < 8 ? UInt8(truncatingIfNeeded: value >> (8 * $0)) : 0 }
  }

  private static let table: [UInt32] = (0..<256).map { index in
    (0..<8).reduce(UInt32(index)) { value, _ in
      value & 1 == 1 ? 0xEDB8_8320 ^ value >> 1 : value >> 1
    }
  }

  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    let table = table
    return ~bytes.reduce(~0) { table[Int(UInt8(truncatingIfNeeded: $0) ^ $1)] ^ $0 >> 8 }
  }
}
