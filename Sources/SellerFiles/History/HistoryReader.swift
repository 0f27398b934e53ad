import Base
import Foundation
import MarketWire

/// Decodes history records into entries.
///
/// The history is read before the first key press, and may have 10,000 lines. Nearly all of them
/// have the same market, so its key is decoded once and reused.
struct HistoryReader {
  private typealias Field = RecordFields.Field
  private var market: (name: Field, url: Field, key: MarketKey)?

  /// Returns the entries with their outcomes, oldest first, and the number of lines that are no
  /// records.
  static func entries(in bytes: [UInt8]) -> ([HistoryEntry], unreadableCount: Int) {
    var reader = HistoryReader()
    var unreadable = 0
    var entries: [HistoryEntry] = []
    // A record has about 50 bytes, and a finished entry has two records.
    entries.reserveCapacity(bytes.count / 128)
    RecordFields.forEachLine(in: bytes) { fields in
      switch reader.record(fields) {
      case .entered(let entry):
        // A number that does not increase is damage.
        if entry.number > entries.last?.number ?? 0 { entries.append(entry) }
      case .finished(let number, var outcome):
        guard let index = index(of: number, in: entries) else { return }
        if outcome.ran == "=" { outcome.ran = entries[index].line }
        entries[index].outcome = outcome
      case nil: unreadable += 1
      }
    }
    return (entries, unreadable)
  }

  static func lastNumber(in bytes: [UInt8]) -> Int? {
    var reader = HistoryReader()
    var last: Int?
    RecordFields.forEachLine(in: bytes) { fields in
      if case .entered(let entry) = reader.record(fields) { last = max(last ?? 0, entry.number) }
    }
    return last
  }

  /// A binary search, after a look at the last entry, which is nearly always the right one.
  private static func index(of number: Int, in entries: [HistoryEntry]) -> Int? {
    var (low, high) = (0, entries.count - 1)
    if high >= 0, entries[high].number == number { return high }
    while low <= high {
      let middle = (low + high) / 2
      if entries[middle].number == number { return middle }
      if entries[middle].number < number { low = middle + 1 } else { high = middle - 1 }
    }
    return nil
  }

  /// Returns nil if the line is not a record.
  private mutating func record(_ fields: [Field]) -> HistoryRecord? {
    guard fields.count > 1, fields[0].count == 1, let number = RecordFields.number(fields[1]),
      (1...HistoryRecord.maximumNumber).contains(number)
    else { return nil }
    switch fields[0][0] {
    case UInt8(ascii: "+"):
      guard fields.count == 6, let time = RecordFields.number(fields[2]),
        let market = market(fields[3], fields[4]), let line = RecordFields.text(fields[5]),
        !line.isEmpty
      else { return nil }
      return .entered(
        HistoryEntry(
          number: number, time: WireDate(milliseconds: Int64(time)), market: market, line: line))
    case UInt8(ascii: "="):
      guard fields.count == 5,
        let code = RecordFields.number(fields[2]).flatMap(Int32.init(exactly:)),
        let codes = Self.codes(fields[3]), let ran = RecordFields.text(fields[4])
      else { return nil }
      return .finished(number: number, HistoryEntry.Outcome(code: code, ran: ran, codes: codes))
    default: return nil
    }
  }

  private mutating func market(_ name: Field, _ url: Field) -> MarketKey? {
    if let market, Self.areEqual(market.name, name), Self.areEqual(market.url, url) {
      return market.key
    }
    guard let nameText = RecordFields.text(name), let urlText = RecordFields.text(url) else {
      return nil
    }
    let key = MarketKey(name: nameText, url: urlText)
    market = (name, url, key)
    return key
  }

  private static func areEqual(_ left: Field, _ right: Field) -> Bool {
    guard left.count == right.count, let leftBase = left.baseAddress,
      let rightBase = right.baseAddress
    else { return false }
    return memcmp(leftBase, rightBase, left.count) == 0
  }

  private static func codes(_ field: Field) -> [Int: String]? {
    guard !field.isEmpty else { return [:] }
    guard let text = RecordFields.text(field) else { return nil }
    var codes: [Int: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let id = Int(parts[0]) else { return nil }
      codes[id] = String(parts[1])
    }
    return codes
  }
}
