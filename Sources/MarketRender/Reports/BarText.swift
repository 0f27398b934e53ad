import TerminalKit

/// Bars and sparklines of block characters.
enum BarText {
  private static let eighths = ["", "▏", "▎", "▍", "▌", "▋", "▊", "▉"]
  private static let heights = ["▁", "▂", "▃", "▄", "▅", "▆", "▇", "█"]

  /// A bar whose length is to `width` as `value` is to `most`; a value above 0 is always visible.
  static func bar(_ value: Int, of most: Int, width: Int) -> String {
    guard value > 0, most > 0, width > 0 else { return "" }
    let length = max(
      Int((Double(min(value, most)) / Double(most) * Double(width * 8)).rounded()), 1)
    return String(repeating: "█", count: length / 8) + eighths[length % 8]
  }

  /// One character for each value, as high as the value is to the highest; 0 is a space.
  static func sparkline(_ values: [Int]) -> String {
    let most = values.max() ?? 0
    return values.map { value in
      guard value > 0, most > 0 else { return " " }
      let height = Int((Double(value) / Double(most) * 8).rounded(.up))
      return heights[min(max(height, 1), 8) - 1]
    }.joined()
  }
}
