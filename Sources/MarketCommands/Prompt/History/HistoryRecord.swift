/// How the history stands in its file: one record a line, fields parted by tabs.
import MarketWire

/// A record of the history, version 1:
///
///     +  NUMBER  MILLISECONDS  MARKET  URL  LINE
///     =  NUMBER  CODE  ID=CODE,…  RAN
///
/// The first is written before a line runs, the second when it has ended; so a kill loses how it
/// ended, never the line. RAN is `=` where it is the line itself. Lines of any other form are passed
/// over: those of a later version, and those that were damaged.
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

  /// The record with its line break.
  var bytes: [UInt8] {
    let fields: [String] =
      switch self {
      case .entered(let entry):
        [
          "+", "\(entry.number)", "\(entry.time.milliseconds)",
          RecordFields.escaped(entry.market.name),
          RecordFields.escaped(entry.market.url), RecordFields.escaped(entry.line),
        ]
      case .ended(let number, let outcome):
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
