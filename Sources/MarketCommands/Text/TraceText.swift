/// What `--trace` shows of a request.
import OpenMarketClient
import TerminalKit

enum TraceText {
  /// The command as it can be pasted, then status, sizes and time, then the answer where it was
  /// asked for.
  static func lines(_ exchange: TracedExchange) -> [String] {
    let outcome = exchange.status.map { "\($0)" } ?? exchange.error.map { $0.code.rawValue } ?? "–"
    let (seconds, attoseconds) = exchange.duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var lines = [
      ForeignText(exchange.command).line,
      "  # \(outcome), \(exchange.sent) bytes sent, \(exchange.received) received, "
        + "\(milliseconds) ms",
    ]
    if let answer = exchange.answer { lines.append("  # " + ForeignText(answer).line) }
    return lines
  }
}
