/// Short texts for durations.
public enum DurationText {
  /// Formats a duration, for example `0.4 s`, `12 s`, `1 min 20 s`, `2 h 5 min` or `3 d 4 h`.
  ///
  /// Durations below ten seconds have tenths. Smaller units are cut off, not rounded. Negative
  /// durations count as 0.
  public static func short(_ duration: Duration) -> String {
    let (whole, attoseconds) = duration.components
    let seconds = max(whole, 0)
    let tenths = max(attoseconds, 0) / 100_000_000_000_000_000
    switch seconds {
    case ..<10: return "\(seconds).\(tenths) s"
    case ..<60: return "\(seconds) s"
    case ..<3600: return pair(seconds / 60, "min", seconds % 60, "s")
    case ..<86_400: return pair(seconds / 3600, "h", seconds / 60 % 60, "min")
    default: return pair(seconds / 86_400, "d", seconds / 3600 % 24, "h")
    }
  }

  private static func pair(_ large: Int64, _ unit: String, _ small: Int64, _ rest: String) -> String
  {
    small == 0 ? "\(large) \(unit)" : "\(large) \(unit) \(small) \(rest)"
  }
}
