/// The lines of the request log on stderr.
import Foundation
import MarketServer
import MarketService
import MarketWire

enum RequestLog {
  /// `2026-11-03T04:05:06.789Z 127.0.0.1 GET /api/products?page_no=1 200 12 ms 5480 bytes`.
  static func line(_ entry: RequestLogEntry, at moment: WireDate) -> String {
    let status = entry.status.map(String.init) ?? "-"
    let milliseconds = String(
      format: "%.1f", locale: nil, Double(entry.microseconds) / 1000)
    return
      "\(moment.exactText) \(entry.clientAddress) \(entry.method) \(entry.target) \(status) "
      + "\(milliseconds) ms \(entry.bytesOut) bytes"
  }

  /// `2026-11-03T04:05:06.789Z failed: /srv/market: …`: why a request of that moment failed, in one
  /// line of at most 500 characters and without anything that could steer a terminal.
  static func line(_ failure: ServiceError, at moment: WireDate) -> String {
    let words = failure.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let printable = words.unicodeScalars.lazy.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    return "\(moment.exactText) failed: " + String(String.UnicodeScalarView(printable.prefix(500)))
  }

  /// The path of a DELETE holds what removes a listing, so it is left out.
  static func redacted(_ method: HTTPMethod, _ target: String) -> String {
    guard method == .delete else { return target }
    let path = "/" + MarketPath.products.joined(separator: "/") + "/"
    return target.hasPrefix(path) ? path + "***" : "***"
  }
}
