import Foundation
import MarketServer
import MarketService
import MarketWire
import Messages
import SellerSession

/// The log of a served market: one line for each request, one for each failure, and notices about the
/// server itself.
struct RequestLog: Sendable {
  /// How much a notice matters, for programs that read the log.
  enum Level: String {
    case info, warning, error
  }

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
  func add(_ failure: ServiceError) {
    let text = HostError(failure).message.text(in: .english)
    let message = text.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    let printable = message.unicodeScalars.lazy.filter { scalar in
      scalar.properties.generalCategory != .control && scalar.properties.generalCategory != .format
    }
    add("error", String(String.UnicodeScalarView(printable.prefix(500))), .error)
  }

  /// Writes a line about the server itself, in every format.
  func add(notice: String, level: Level = .info) { add("notice", notice, level) }

  /// Writes a line about something doubtful.
  func add(warning: Message) { add("warning", warning.text(in: .english), .warning) }

  private func add(_ kind: String, _ text: String, _ level: Level) {
    let time = WireDate(Date()).exactText
    guard format == .json else {
      return write(level == .info ? "\(time) \(text)" : "\(time) \(level.rawValue): \(text)")
    }
    let object: JSONObject = [
      "time": .string(time), "level": .string(level.rawValue), kind: .string(text),
    ]
    write(String(decoding: JSON.object(object).bytes(), as: UTF8.self))
  }

  private func line(_ entry: RequestLogEntry) -> String {
    switch format {
    case .json: Self.json(entry)
    case .combined: Self.combined(entry)
    case .text, .off: Self.text(entry)
    }
  }

  /// Such as `2026-11-03T04:05:06.789Z 127.0.0.1 PATCH /api/products/7 403 12.3 ms 98 bytes id=x-1
  /// account="oak" listing=7 reason="the listing belongs to another shop"`, in one line.
  private static func text(_ entry: RequestLogEntry) -> String {
    let status = entry.status.map(String.init) ?? "-"
    let tenths = (entry.microseconds + 50) / 100
    var line =
      "\(entry.date.exactText) \(entry.clientAddress) \(entry.method) \(entry.target) \(status) "
      + "\(tenths / 10).\(tenths % 10) ms \(entry.bytesOut) bytes id=\(entry.id)"
    if let account = entry.facts.account { line += " account=\(quoted(account))" }
    if let listing = entry.facts.listing { line += " listing=\(listing)" }
    if let reason = entry.facts.reason { line += " reason=\(quoted(reason))" }
    return line
  }

  private static func json(_ entry: RequestLogEntry) -> String {
    var object: JSONObject = [
      "time": .string(entry.date.exactText), "id": .string(entry.id),
      "client": .string(entry.clientAddress), "method": .string(entry.method),
      "target": .string(entry.target), "status": entry.status.map { .integer($0) } ?? .null,
      "microseconds": .integer(entry.microseconds), "bytes_in": .integer(entry.bytesIn),
      "bytes_out": .integer(entry.bytesOut), "agent": .string(entry.userAgent),
      "referer": .string(entry.referer),
    ]
    if let account = entry.facts.account { object["account"] = .string(account) }
    if let listing = entry.facts.listing { object["listing"] = .integer(listing) }
    if let reason = entry.facts.reason { object["reason"] = .string(reason) }
    return String(decoding: JSON.object(object).bytes(), as: UTF8.self)
  }

  /// The format of Apache and nginx, which log analyzers read, and after it the id, the account, the
  /// listing and the reason in quotes.
  private static func combined(_ entry: RequestLogEntry) -> String {
    let request = quoted("\(entry.method) \(entry.target) HTTP/1.1")
    let status = entry.status.map(String.init) ?? "-"
    let facts = entry.facts
    let quotes = [
      entry.referer, entry.userAgent, entry.id, facts.account ?? "",
      facts.listing.map(String.init) ?? "", facts.reason ?? "",
    ]
    return
      "\(entry.clientAddress) - - [\(day(entry.date))] \(request) \(status) \(entry.bytesOut) "
      + quotes.map(quoted).joined(separator: " ")
  }

  /// The text in quotes, without any that could end it; `"-"` if it is empty.
  private static func quoted(_ text: String) -> String {
    guard !text.isEmpty else { return "\"-\"" }
    guard text.utf8.contains(where: { $0 == UInt8(ascii: "\"") || $0 == UInt8(ascii: "\\") }) else {
      return "\"\(text)\""
    }
    return "\"\(text.replacing("\\", with: "\\\\").replacing("\"", with: "\\\""))\""
  }

  /// Such as `03/Nov/2026:04:05:06 +0000`.
  private static func day(_ date: WireDate) -> String {
    let text = date.wireText
    let month = WireDate.monthNames[date.day.month - 1]
    return "\(text.dropFirst(8).prefix(2))/\(month)/\(text.prefix(4))"
      + ":\(text.dropFirst(11).prefix(8)) +0000"
  }
}
