import Foundation
import MarketServer
import MarketService
import MarketWire

/// The lines of the request log on stderr.
enum RequestLog {
  /// The lines for requests, without the last line end, such as
  /// `2026-11-03T04:05:06.789Z 127.0.0.1 GET /api/products?page_no=1 200 12.3 ms 5480 bytes`.
  static func lines(_ entries: [RequestLogEntry]) -> String {
    entries.map(line).joined(separator: "\n")
  }

  private static func line(_ entry: RequestLogEntry) -> String {
    let status = entry.status.map(String.init) ?? "-"
    let tenths = (entry.microseconds + 50) / 100
    return
      "\(entry.date.exactText) \(entry.clientAddress) \(entry.method) \(entry.target) \(status) "
      + "\(tenths / 10).\(tenths % 10) ms \(entry.bytesOut) bytes"
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
}
