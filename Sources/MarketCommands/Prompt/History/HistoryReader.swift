/// Reads records of the history out of the bytes of its file: ten thousand before the first key.
import Foundation
import MarketWire

/// Makes entries of records. A market is written with each line and nearly always the same, so it
/// is made once.
struct HistoryReader {
  private typealias Field = RecordFields.Field
  private var market: (name: Field, url: Field, key: MarketProfile.Key)?

  /// The entries with their outcomes, oldest first.
  static func entries(in bytes: [UInt8]) -> [HistoryEntry] {
    var reader = HistoryReader()
    var entries: [HistoryEntry] = []
    // Rather too little room than too much: a record has some 50 bytes, an entry has two.
    entries.reserveCapacity(bytes.count / 128)
    RecordFields.forEachLine(in: bytes) { fields in
      switch reader.record(fields) {
      case .entered(let entry):
        // A number that does not grow is damage.
        if entry.number > entries.last?.number ?? 0 { entries.append(entry) }
      case .ended(let number, var outcome):
        guard let place = place(of: number, in: entries) else { return }
        if outcome.ran == "=" { outcome.ran = entries[place].line }
        entries[place].outcome = outcome
      case nil: break
      }
    }
    return entries
  }

  static func lastNumber(in bytes: [UInt8]) -> Int? {
    var reader = HistoryReader()
    var last: Int?
    RecordFields.forEachLine(in: bytes) { fields in
      if case .entered(let entry) = reader.record(fields) { last = max(last ?? 0, entry.number) }
    }
    return last
  }

  /// Most often the newest; numbers grow.
  private static func place(of number: Int, in entries: [HistoryEntry]) -> Int? {
    var (low, high) = (0, entries.count - 1)
    if high >= 0, entries[high].number == number { return high }
    while low <= high {
      let middle = (low + high) / 2
      if entries[middle].number == number { return middle }
      if entries[middle].number < number { low = middle + 1 } else { high = middle - 1 }
    }
    return nil
  }

  /// nil where the line is no record.
  private mutating func record(_ fields: [Field]) -> HistoryRecord? {
    guard fields.count > 1, fields[0].count == 1, let number = RecordFields.number(fields[1]),
      (1...HistoryRecord.largestNumber).contains(number)
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
      return .ended(number: number, HistoryEntry.Outcome(code: code, ran: ran, codes: codes))
    default: return nil
    }
  }

  private mutating func market(_ name: Field, _ url: Field) -> MarketProfile.Key? {
    if let market, Self.areEqual(market.name, name), Self.areEqual(market.url, url) {
      return market.key
    }
    guard let nameText = RecordFields.text(name), let urlText = RecordFields.text(url) else {
      return nil
    }
    let key = MarketProfile.Key(name: nameText, url: urlText)
    market = (name, url, key)
    return key
  }

  private static func areEqual(_ left: Field, _ right: Field) -> Bool {
    guard left.count == right.count, let one = left.baseAddress, let other = right.baseAddress
    else { return false }
    return memcmp(one, other, left.count) == 0
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
