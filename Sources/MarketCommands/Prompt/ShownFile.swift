/// The file in which listings that were shown lately are kept for the next prompt.
import Foundation
import MarketWire

/// One file a market and account, in the cache folder; it may be gone or damaged at any time.
///
///     shown 1  URL  VENDOR
///     ID  own|other  CURRENCY  AMOUNT  SELLER  NAME
struct ShownFile {
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
    var lines = [UInt8](data).split(separator: 10).makeIterator()
    guard let head = lines.next(), Array(head) == Array(self.head.utf8) else {
      return ShownListings()
    }
    var rows: [ShownListing] = []
    while let line = lines.next(), rows.count < ShownListings.most {
      if let row = Self.row(line) { rows.append(row) }
    }
    return ShownListings(rows)
  }

  func write(_ listings: ShownListings) throws(FileProblem) {
    let lines = [head] + listings.rows.map(Self.line)
    try file.write(bytes: Array((lines.joined(separator: "\n") + "\n").utf8), isDurable: false)
  }

  private var head: String {
    ["shown 1", HistoryRecord.escaped(key.url), HistoryRecord.escaped(key.vendor)]
      .joined(separator: "\t")
  }

  private static func line(_ row: ShownListing) -> String {
    [
      "\(row.id)", row.isOwn ? "own" : "other",
      HistoryRecord.escaped(row.price?.currency.rawValue ?? ""),
      row.price.map { NSDecimalNumber(decimal: $0.amount).stringValue } ?? "",
      HistoryRecord.escaped(row.seller ?? ""), HistoryRecord.escaped(row.name),
    ].joined(separator: "\t")
  }

  private static func row(_ line: ArraySlice<UInt8>) -> ShownListing? {
    let fields = line.split(separator: 9, omittingEmptySubsequences: false)
      .compactMap(HistoryRecord.text)
    guard fields.count == 6, let id = Int(fields[0]), id > 0,
      ["own", "other"].contains(fields[1])
    else { return nil }
    let amount = Decimal(string: fields[3], locale: Locale(identifier: "en_US_POSIX"))
    return ShownListing(
      id: id, name: fields[5], price: amount.map { Money($0, Currency(rawValue: fields[2])) },
      seller: fields[4].isEmpty ? nil : fields[4], isOwn: fields[1] == "own")
  }
}
