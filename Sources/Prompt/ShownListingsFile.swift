/// The file in which listings that were shown lately are kept for the next prompt.
import Foundation
import LocalFiles
import MarketWire

/// One file a market and account, in the cache folder; it may be gone or damaged at any time.
///
///     shown 1  URL  VENDOR
///     ID  own|other  CURRENCY  AMOUNT  SELLER  NAME
struct ShownListingsFile {
  let key: ShownListings.Key
  private let file: PrivateFile

  /// Larger files are none of ours.
  private static let largest = 2_000_000

  init(_ key: ShownListings.Key, in folder: String) {
    self.key = key
    // FNV-1a, 64 bits: a name for the file, and the first line tells whether it is the right one.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(key.url)\n\(key.vendor)".utf8 { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    file = PrivateFile(path: "\(folder)/shown-\(String(hash, radix: 16))")
  }

  /// What is there, as far as it can be read.
  func read() -> ShownListings {
    let handle = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard handle >= 0 else { return ShownListings() }
    defer { close(handle) }
    var facts = stat()
    guard fstat(handle, &facts) == 0, facts.st_mode & S_IFMT == S_IFREG,
      facts.st_size <= Self.largest, let data = FileManager.default.contents(atPath: file.path)
    else { return ShownListings() }
    let bytes = [UInt8](data)
    let head = Array((self.head + "\n").utf8)
    guard bytes.starts(with: head) else { return ShownListings() }
    var rows: [ShownListing] = []
    RecordFields.forEachLine(in: Array(bytes[head.count...])) { fields in
      if rows.count < ShownListings.most, let row = Self.row(fields) { rows.append(row) }
    }
    return ShownListings(rows)
  }

  func write(_ listings: ShownListings) throws(FileError) {
    let lines = [head] + listings.rows.map(Self.line)
    try file.write(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), isDurable: false)
  }

  private var head: String {
    ["shown 1", RecordFields.escaped(key.url), RecordFields.escaped(key.vendor)]
      .joined(separator: "\t")
  }

  private static func line(_ row: ShownListing) -> String {
    [
      "\(row.id)", row.isOwn ? "own" : "other",
      RecordFields.escaped(row.price?.currency.rawValue ?? ""),
      row.price.map { NSDecimalNumber(decimal: $0.amount).stringValue } ?? "",
      RecordFields.escaped(row.seller ?? ""), RecordFields.escaped(row.name),
    ].joined(separator: "\t")
  }

  private static func row(_ fields: [RecordFields.Field]) -> ShownListing? {
    guard fields.count == 6, let id = RecordFields.number(fields[0]), id > 0,
      let owner = RecordFields.text(fields[1]), ["own", "other"].contains(owner),
      let currency = RecordFields.text(fields[2]), let amount = RecordFields.text(fields[3]),
      let seller = RecordFields.text(fields[4]), let name = RecordFields.text(fields[5])
    else { return nil }
    return ShownListing(
      id: id, name: name,
      price: Self.amount(amount).map { Money($0, Currency(rawValue: currency)) },
      seller: seller.isEmpty ? nil : seller, isOwn: owner == "own")
  }

  /// Most amounts are whole; Foundation takes long to read one.
  private static func amount(_ text: String) -> Decimal? {
    if text.utf8.count < 19, let whole = Int(text) { return Decimal(whole) }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
