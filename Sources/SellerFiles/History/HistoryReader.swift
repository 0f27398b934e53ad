import Base
import Foundation
import MarketWire

/// Decodes history records into entries.
enum HistoryReader {
  private typealias Field = RecordFields.Field

  /// Returns the entries with their outcomes, oldest first, and the number of lines that are no
  /// records.
  static func entries(in bytes: [UInt8]) -> ([HistoryEntry], unreadableCount: Int) {
    var unreadable = 0
    var entries: [HistoryEntry] = []
    // A record has about 50 bytes, and a finished entry has two records.
    entries.reserveCapacity(bytes.count / 128)
    RecordFields.forEachLine(in: bytes) { fields in
      switch record(fields) {
      case .entered(let entry):
        // A number that does not increase is damage.
        if entry.number > entries.last?.number ?? 0 { entries.append(entry) }
      case .finished(let number, var outcome):
        // Numbers increase, and the entry is nearly always the last one.
        guard let index = entries.lastIndex(where: { $0.number <= number }),
          entries[index].number == number
        else { return }
        if outcome.ran == "=" { outcome.ran = entries[index].line }
        entries[index].outcome = outcome
      case nil: unreadable += 1
      }
    }
    return (entries, unreadable)
  }

  static func lastNumber(in bytes: [UInt8]) -> Int? {
    var last: Int?
    RecordFields.forEachLine(in: bytes) { fields in
      if case .entered(let entry) = record(fields) { last = max(last ?? 0, entry.number) }
    }
    return last
  }

  /// Returns nil if the line is not a record.
  private static func record(_ fields: [Field]) -> HistoryRecord? {
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

  private static func market(_ name: Field, _ url: Field) -> MarketKey? {
    guard let name = RecordFields.text(name), let url = RecordFields.text(url) else { return nil }
    return MarketKey(name: name, url: url)
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
