/// How the history stands in its file: one record a line, fields parted by tabs.
import Foundation
import MarketWire

/// A record of the history, version 1:
///
///     +  NUMBER  MILLISECONDS  MARKET  URL  LINE
///     =  NUMBER  CODE  ID=CODE,…  RAN
///
/// The first is written before a line runs, the second when it has ended; so a kill loses how it
/// ended, never the line. RAN is `=` where it is the line itself. In a field `\t`, `\n`, `\r` and
/// `\\` stand for what would part it. Lines of any other form are passed over: those of a later
/// version, and those that were damaged.
enum HistoryRecord: Hashable, Sendable {
  case entered(HistoryEntry)
  case ended(number: Int, HistoryEntry.Outcome)

  /// Larger numbers are damage: nobody enters so many lines.
  static let largestNumber = 1_000_000_000_000

  /// How an entry ended; a line that ran as it was typed is not written twice.
  static func ended(_ outcome: HistoryEntry.Outcome, of entry: HistoryEntry) -> HistoryRecord {
    var outcome = outcome
    if outcome.ran == entry.line { outcome.ran = "=" }
    return .ended(number: entry.number, outcome)
  }

  /// nil where the line is no record.
  init?(_ line: ArraySlice<UInt8>) {
    let fields = line.split(separator: 9, omittingEmptySubsequences: false)
    guard let kind = fields.first, kind.count == 1, fields.count > 1,
      let number = Self.number(fields[1]), (1...Self.largestNumber).contains(number)
    else { return nil }
    switch kind.first {
    case UInt8(ascii: "+"):
      guard fields.count == 6, let time = Self.number(fields[2]),
        let name = Self.text(fields[3]), let url = Self.text(fields[4]),
        let text = Self.text(fields[5]), !text.isEmpty
      else { return nil }
      self = .entered(
        HistoryEntry(
          number: number, time: WireDate(milliseconds: Int64(time)),
          market: MarketProfile.Key(name: name, url: url), line: text))
    case UInt8(ascii: "="):
      guard fields.count == 5, let code = Self.number(fields[2]).flatMap(Int32.init(exactly:)),
        let codes = Self.text(fields[3]).flatMap(Self.codes), let ran = Self.text(fields[4])
      else { return nil }
      self = .ended(number: number, HistoryEntry.Outcome(code: code, ran: ran, codes: codes))
    default: return nil
    }
  }

  /// The record with its line break.
  var bytes: [UInt8] {
    let fields: [String] =
      switch self {
      case .entered(let entry):
        [
          "+", "\(entry.number)", "\(entry.time.milliseconds)", Self.escaped(entry.market.name),
          Self.escaped(entry.market.url), Self.escaped(entry.line),
        ]
      case .ended(let number, let outcome):
        [
          "=", "\(number)", "\(outcome.code)",
          Self.escaped(
            outcome.codes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
              .joined(separator: ",")),
          Self.escaped(outcome.ran),
        ]
      }
    return Array(fields.joined(separator: "\t").utf8) + [10]
  }

  private static func number(_ field: ArraySlice<UInt8>) -> Int? {
    guard (1...19).contains(field.count) else { return nil }
    return Int(String(decoding: field, as: UTF8.self))
  }

  private static func codes(_ text: String) -> [Int: String]? {
    var codes: [Int: String] = [:]
    for pair in text.split(separator: ",") {
      let parts = pair.split(separator: "=", maxSplits: 1)
      guard parts.count == 2, let id = Int(parts[0]) else { return nil }
      codes[id] = String(parts[1])
    }
    return codes
  }

  static func escaped(_ text: String) -> String {
    guard text.utf8.contains(where: { $0 < 0x20 || $0 == 0x5C }) else { return text }
    var result = String.UnicodeScalarView()
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\\": result.append(contentsOf: "\\\\".unicodeScalars)
      case "\t": result.append(contentsOf: "\\t".unicodeScalars)
      case "\n": result.append(contentsOf: "\\n".unicodeScalars)
      case "\r": result.append(contentsOf: "\\r".unicodeScalars)
      default: result.append(scalar)
      }
    }
    return String(result)
  }

  /// nil where it is not UTF-8, or holds what is never written: NUL, or an unknown escape.
  static func text(_ field: ArraySlice<UInt8>) -> String? {
    if !field.contains(where: { $0 == 0x5C || $0 == 0 }) {
      return String(validating: field, as: UTF8.self)
    }
    var bytes: [UInt8] = []
    var rest = field.makeIterator()
    while let byte = rest.next() {
      guard byte == 0x5C else {
        if byte == 0 { return nil }
        bytes.append(byte)
        continue
      }
      switch rest.next() {
      case UInt8(ascii: "\\"): bytes.append(0x5C)
      case UInt8(ascii: "t"): bytes.append(9)
      case UInt8(ascii: "n"): bytes.append(10)
      case UInt8(ascii: "r"): bytes.append(13)
      default: return nil
      }
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
