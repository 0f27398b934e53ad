import Foundation
import MarketServer
import MarketService
import MarketWire

/// The lines of the request log on stderr.
enum RequestLog {
  /// The line for a request:
  /// `2026-11-03T04:05:06.789Z 127.0.0.1 GET /api/products?page_no=1 200 12 ms 5480 bytes`.
  static func line(_ entry: RequestLogEntry, at date: WireDate) -> String {
    let status = entry.status.map(String.init) ?? "-"
    let milliseconds = String(
      format: "%.1f", locale: nil, Double(entry.microseconds) / 1000)
    return
      "\(date.exactText) \(entry.clientAddress) \(entry.method) \(entry.target) \(status) "
      + "\(milliseconds) ms \(entry.bytesOut) bytes"
  }

  /// The line for a failed request, such as `2026-11-03T04:05:06.789Z error: cannot use "…"`.
  ///
  /// The message has at most 500 characters and no control or format characters.
  static func line(_ failure: ServiceError, at date: WireDate) -> String {
    let message = failure.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let printable = message.unicodeScalars.lazy.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    return "\(date.exactText) error: " + String(String.UnicodeScalarView(printable.prefix(500)))
  }

  /// Returns the target without a removal token, which is a secret.
  static func redacted(_ method: HTTPMethod, _ target: String) -> String {
    guard method == .delete else { return target }
    let path = "/" + MarketPath.products.joined(separator: "/") + "/"
    return target.hasPrefix(path) ? path + "***" : "***"
  }
}
