import Base
import MarketWire

/// A record of the history file, format version 1:
///
///     +  NUMBER  MILLISECONDS  MARKET  URL  LINE
///     =  NUMBER  CODE  ID=CODE,…  RAN
///
/// The first record is written before a line runs, the second one when it has finished, so a killed
/// shell loses the outcome but never the line. RAN is `=` if it equals the line. Lines in any other
/// form are skipped: they are damaged or were written by a later version.
enum HistoryRecord: Hashable, Sendable {
  case entered(HistoryEntry)
  case finished(number: Int, HistoryEntry.Outcome)

  /// The highest valid number. Higher ones are damage, since no history gets that long.
  static let maximumNumber = 1_000_000_000_000

  /// Makes the second record of an entry, without a second copy of its line.
  static func finished(_ outcome: HistoryEntry.Outcome, of entry: HistoryEntry) -> HistoryRecord {
    var outcome = outcome
    if outcome.ran == entry.line { outcome.ran = "=" }
    return .finished(number: entry.number, outcome)
  }

  /// The encoded record with its line feed.
  var bytes: [UInt8] {
    let fields: [String] =
      switch self {
      case .entered(let entry):
        [
          "+", "\(entry.number)", "\(entry.time.milliseconds)",
          RecordFields.escaped(entry.market.name),
          RecordFields.escaped(entry.market.url), RecordFields.escaped(entry.line),
        ]
      case .finished(let number, let outcome):
        [
          "=", "\(number)", "\(outcome.code)",
          RecordFields.escaped(
            outcome.codes.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)" }
              .joined(separator: ",")),
          RecordFields.escaped(outcome.ran),
        ]
      }
    return Array(fields.joined(separator: "\t").utf8) + [10]
  }
}
