import Base
import Foundation
import MarketWire

/// The file that keeps ``ShownListings`` for the next prompt: one per market and account, in the
/// cache folder.
///
///     shown 1  URL  ACCOUNT
///     ID  own|other  CURRENCY  AMOUNT  SHOP  NAME
///
/// Fields are separated by tabs. A missing or damaged file reads as if no listing had been shown.
package struct ShownListingsFile {
  /// The largest file that is read, in bytes.
  private static let byteLimit = 2_000_000

  private let key: ShownListings.Key
  private let file: PrivateFile

  /// - Parameter folder: the cache folder.
  package init(_ key: ShownListings.Key, in folder: String) {
    self.key = key
    // FNV-1a with 64 bits. If two keys have the same hash, the
    // first line of the file tells whose it is.
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in "\(key.url)\n\(key.account)".utf8 {
      hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3
    }
    file = PrivateFile(path: "\(folder)/shown-\(String(hash, radix: 16))")
  }

  /// The listings in the file. Rows that cannot be read are left out.
  package func read() -> ShownListings {
    guard let bytes = contents() else { return ShownListings() }
    let header = Array((self.header + "\n").utf8)
    guard bytes.starts(with: header) else { return ShownListings() }
    var rows: [ShownListing] = []
    RecordFields.forEachLine(in: Array(bytes[header.count...])) { fields in
      if rows.count < ShownListings.limit, let row = Self.row(fields) { rows.append(row) }
    }
    return ShownListings(rows)
  }

  package func write(_ listings: ShownListings) throws(FileError) {
    let lines = [header] + listings.rows.map(Self.line)
    try file.write(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), isDurable: false)
  }

  private func contents() -> [UInt8]? {
    let descriptor = open(file.path, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
    guard descriptor >= 0 else { return nil }
    let handle = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
    var status = stat()
    guard fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG,
      status.st_size <= Self.byteLimit
    else { return nil }
    return try? handle.readToEnd().map { [UInt8]($0) }
  }

  private var header: String {
    ["shown 1", RecordFields.escaped(key.url), RecordFields.escaped(key.account)]
      .joined(separator: "\t")
  }

  private static func line(_ row: ShownListing) -> String {
    [
      "\(row.id)", row.isOwn ? "own" : "other",
      RecordFields.escaped(row.price?.currency.rawValue ?? ""),
      row.price.map { NSDecimalNumber(decimal: $0.amount).stringValue } ?? "",
      RecordFields.escaped(row.shop ?? ""), RecordFields.escaped(row.name),
    ].joined(separator: "\t")
  }

  private static func row(_ fields: [RecordFields.Field]) -> ShownListing? {
    guard fields.count == 6, let id = RecordFields.number(fields[0]), id > 0,
      let owner = RecordFields.text(fields[1]), ["own", "other"].contains(owner),
      let currency = RecordFields.text(fields[2]), let amount = RecordFields.text(fields[3]),
      let shop = RecordFields.text(fields[4]), let name = RecordFields.text(fields[5])
    else { return nil }
    return ShownListing(
      id: id, name: name,
      price: Self.amount(amount).map { Money($0, Currency(rawValue: currency)) },
      shop: shop.isEmpty ? nil : shop, isOwn: owner == "own")
  }

  /// Most amounts are whole, and those avoid Foundation's slow parser.
  private static func amount(_ text: String) -> Decimal? {
    if text.utf8.count < 19, let whole = Int(text) { return Decimal(whole) }
    return Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
  }
}
