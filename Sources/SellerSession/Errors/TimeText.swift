import TerminalKit

/// Durations as text, for `timing`.
package enum TimeText {
  /// `0.4 ms`, `12 ms`, `1.3 s`, `1 min 20 s`: one decimal below ten, truncated.
  package static func short(_ time: Duration) -> String {
    guard time < .seconds(1) else { return DurationText.short(time) }
    let tenths = max(time.components.attoseconds, 0) / 100_000_000_000_000
    return tenths < 100 ? "\(tenths / 10).\(tenths % 10) ms" : "\(tenths / 10) ms"
  }

  package static func words(_ time: Duration) -> String { "It took \(short(time))." }
}
