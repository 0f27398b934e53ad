import Messages
package import OpenMarketClient
import TerminalKit

/// The output of `--trace` for one request.
package struct TraceText {
  package let exchange: TracedExchange
  /// Whether the request was answered by home, within this program.
  package let isHome: Bool
  /// Names of photos whose bytes differ from those in their files.
  package let preparedPhotos: [String]

  /// The command in a form that can be pasted, then status, sizes and time, then why pasting it
  /// would not do the same, then the response body if requested.
  package var lines: [String] {
    let outcome = exchange.status.map { "\($0)" } ?? exchange.error.map { $0.code.rawValue } ?? "–"
    let (seconds, attoseconds) = exchange.duration.components
    let milliseconds = seconds * 1000 + attoseconds / 1_000_000_000_000_000
    var lines = [
      exchange.command,
      "  # \(outcome), \(exchange.sent) bytes sent, \(exchange.received) received, "
        + "\(milliseconds) ms",
    ]
    if isHome {
      lines.append("  # not to be pasted: home answers in market only; serve gives it an address")
    }
    if !preparedPhotos.isEmpty, sendsFiles {
      lines.append(
        "  # sent as a prepared copy: \(preparedPhotos.joined(separator: ", ")); pasted, this "
          + "sends the file as it is")
    }
    if let answer = exchange.responseBody { lines.append("  # " + answer) }
    return lines.map { UntrustedText($0).line }
  }

  private var sendsFiles: Bool { exchange.command.contains("=@") }
}
