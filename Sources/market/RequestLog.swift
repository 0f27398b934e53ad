import Foundation
import MarketServer
import MarketService
import MarketWire
import SellerSession

/// The log of a served market: one line for each request, and one for each failure.
struct RequestLog: Sendable {
  let format: ServeOptions.LogFormat
  let write: @Sendable (String) -> Void

  /// Writes the lines of requests.
  func add(_ entries: [RequestLogEntry]) {
    guard format != .off, !entries.isEmpty else { return }
    write(entries.map(line).joined(separator: "\n"))
  }

  /// Writes the line of a failure, in every format.
  ///
  /// The message has at most 500 characters and no control or format characters.
  func add(_ failure: ServiceError, at date: WireDate) {
    let message = failure.description.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let printable = message.unicodeScalars.lazy.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    add("error", String(String.UnicodeScalarView(printable.prefix(500))), at: date)
  }

  /// Writes a line about the server itself.
  func add(notice: String) { format == .json ? add("notice", notice, at: nil) : write(notice) }

  private func add(_ kind: String, _ text: String, at date: WireDate?) {
    guard format == .json else {
      return write([date?.exactText, "\(kind): \(text)"].compactMap(\.self).joined(separator: " "))
    }
    var object: JSONObject = [:]
    if let date { object["time"] = .string(date.exactText) }
    object[kind] = .string(text)
    write(String(decoding: JSON.object(object).bytes(), as: UTF8.self))
  }

  private func line(_ entry: RequestLogEntry) -> String {
    switch format {
    case .json: Self.json(entry)
    case .combined: Self.combined(entry)
    case .text, .off: Self.text(entry)
    }
  }

  /// Such as `2026-11-03T04:05:06.789Z 127.0.0.1 GET /api/products?page_no=1 200 12.3 ms 5480 bytes`.
  private static func text(_ entry: RequestLogEntry) -> String {
    let status = entry.status.map(String.init) ?? "-"
    let tenths = (entry.microseconds + 50) / 100
    return
      "\(entry.date.exactText) \(entry.clientAddress) \(entry.method) \(entry.target) \(status) "
      + "\(tenths / 10).\(tenths % 10) ms \(entry.bytesOut) bytes"
  }

  private static func json(_ entry: RequestLogEntry) -> String {
    let object: JSONObject = [
      "time": .string(entry.date.exactText), "id": .string(entry.id),
      "client": .string(entry.clientAddress), "method": .string(entry.method),
      "target": .string(entry.target), "status": entry.status.map { .integer($0) } ?? .null,
      "microseconds": .integer(entry.microseconds), "bytes_in": .integer(entry.bytesIn),
      "bytes_out": .integer(entry.bytesOut), "agent": .string(entry.userAgent),
      "referer": .string(entry.referer),
    ]
    return String(decoding: JSON.object(object).bytes(), as: UTF8.self)
  }

  /// The format of Apache and nginx, which log analyzers read.
  private static func combined(_ entry: RequestLogEntry) -> String {
    func quoted(_ text: String) -> String {
      let escaped = text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\"")
      return "\"\(escaped.isEmpty ? "-" : escaped)\""
    }
    let request = quoted("\(entry.method) \(entry.target) HTTP/1.1")
    let status = entry.status.map(String.init) ?? "-"
    return
      "\(entry.clientAddress) - - [\(day(entry.date))] \(request) \(status) \(entry.bytesOut) "
      + "\(quoted(entry.referer)) \(quoted(entry.userAgent))"
  }

  /// Such as `03/Nov/2026:04:05:06 +0000`.
  private static func day(_ date: WireDate) -> String {
    let months = [
      "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
    let text = date.wireText
    return "\(text.dropFirst(8).prefix(2))/\(months[date.day.month - 1])/\(text.prefix(4))"
      + ":\(text.dropFirst(11).prefix(8)) +0000"
  }
}
