package import Messages
package import OpenMarketClient

/// The output of `--trace` for one request.
package struct TraceText {
  package let exchange: TracedExchange
  /// Whether the request was answered by home, within this program.
  package let isHome: Bool
  /// Names of photos whose bytes differ from those in their files.
  package let preparedPhotos: [String]

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
    if !preparedPhotos.isEmpty, sendsFiles {
      lines.append(
        """
          # sent as a prepared copy: \(Message.list(preparedPhotos.map { "\($0)" })); if you paste \
        this, the file is sent as it is
        """)
    }
    if let answer = exchange.responseBody { lines.append("  # \(answer)") }
    return lines
  }

  private var sendsFiles: Bool { exchange.command.contains("=@") }
}
