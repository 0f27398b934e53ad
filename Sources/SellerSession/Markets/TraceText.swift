/// What `--trace` shows of a request.
import Messages
package import OpenMarketClient
import TerminalKit

package struct TraceText {
  package let exchange: TracedExchange
  /// Whether it went to the market in this program.
  package let isHome: Bool
  /// Names of photos that are sent as other bytes than those in their files.
  package let preparedPhotos: [String]

  /// The command as it can be pasted, then status, sizes and time, then why it would not do the
  /// same, then the answer where it was asked for.
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
