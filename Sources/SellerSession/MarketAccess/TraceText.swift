package import Messages
package import OpenMarketClient

/// The output of `--trace` for one request.
package struct TraceText {
  package let exchange: TracedExchange
  /// Whether the request was answered by home, within this program.
  package let isHome: Bool

  /// The command in a form that can be pasted, then status, sizes and time, then why pasting it
  /// would not do the same, then the response body if requested.
  package var lines: [Message] {
    let outcome = exchange.status.map { "\($0)" } ?? exchange.error.map { $0.code.rawValue } ?? "–"
    let (seconds, attoseconds) = exchange.duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var lines: [Message] = [
      "\(command: exchange.command)",
      """
        # \(formatted: outcome), \(exchange.sent) bytes sent, \(exchange.received) received, \
      \(Int(milliseconds)) ms
      """,
    ]
    if isHome {
      lines.append(
        """
          # cannot be pasted: home has no address; `\(command: "serve")` gives it one
        """)
    }
    if let answer = exchange.responseBody { lines.append("  # \(answer)") }
    return lines
  }
}
