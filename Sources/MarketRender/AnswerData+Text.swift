/// JSON, CSV, TSV and ids, written from the data of an answer.
import Foundation
import MarketWire
import TerminalKit

extension AnswerData {
  /// JSON with two spaces a level: an array for a list, an object for one thing.
  func json() -> String {
    switch self {
    case .list(let rows, _, _): Self.safe(JSON.array(rows.map(JSON.object)), indented: true)
    case .object(let object), .row(let object, _), .talk(let object):
      Self.safe(.object(object), indented: true)
    case .none: ""
    }
  }

  /// One object a line.
  func jsonLines() -> String {
    switch self {
    case .list(let rows, _, _): rows.map { Self.safe(.object($0), indented: false) }.joined()
    case .object(let object), .row(let object, _), .talk(let object):
      Self.safe(.object(object), indented: false)
    case .none: ""
    }
  }

  /// RFC 4180 with a header line: CRLF, and quotes where a value needs them.
  func csv() -> String {
    let (keys, rows): ([String], [JSONObject])
    switch self {
    case .list(let list, let all, _): (keys, rows) = (all, list)
    case .object(let object), .row(let object, _):
      (keys, rows) = (object.members.map(\.key), [object])
    case .talk, .none: return ""
    }
    guard !keys.isEmpty else { return "" }
    let header = keys.map(Self.quoted).joined(separator: ",") + "\r\n"
    return rows.reduce(into: header) { text, row in
      text += row.members.map { Self.quoted($0.value.plainText) }.joined(separator: ",") + "\r\n"
    }
  }

  /// A line a row, without a header; a single thing is a line `key⇥value` for each fact, or one
  /// row of values where fields were picked. Tabs, line breaks and other controls in a value are
  /// visible escapes, so a row stays a row and nothing steers a terminal behind the pipe.
  func tsv(fieldsPicked: Bool) -> String {
    switch self {
    case .list(let rows, _, let brief):
      return rows.map { Self.line($0, brief) }.joined()
    case .row(let row, let brief):
      return Self.line(row, brief)
    case .object(let object) where fieldsPicked:
      return object.members.map { Self.field($0.value) }.joined(separator: "\t") + "\n"
    case .object(let object):
      return object.members.map { "\($0.key)\t\(Self.field($0.value))\n" }.joined()
    case .talk, .none:
      return ""
    }
  }

  /// One id a line; nil where there is none.
  func identifiers() -> String? {
    let objects: [JSONObject]
    switch self {
    case .list(let rows, _, _): objects = rows
    case .object(let object), .row(let object, _), .talk(let object): objects = [object]
    case .none: return ""
    }
    let ids = objects.map { $0["id"] }
    guard !ids.contains(where: { $0 == nil }) else { return nil }
    return ids.compactMap { $0 }.map { Self.field($0) + "\n" }.joined()
  }

  private static func line(_ row: JSONObject, _ keys: [String]) -> String {
    keys.map { field(row[$0] ?? .null) }.joined(separator: "\t") + "\n"
  }

  private static func field(_ value: JSON) -> String { ForeignText(value.plainText).line }

  private static func quoted(_ value: String) -> String {
    let needsQuotes = value.unicodeScalars.contains { ["\"", ",", "\r", "\n"].contains($0) }
    return needsQuotes ? "\"" + value.replacing("\"", with: "\"\"") + "\"" : value
  }

  /// JSON text in which the controls that JSON itself lets pass (DEL, C1, bidi) are written as
  /// escapes: the same value to a program, harmless on a terminal.
  private static func safe(_ value: JSON, indented: Bool) -> String {
    let text = value.text(indented: indented) + "\n"
    return ForeignText.replacing(text, where: isHidden) { scalar, _ in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x7F && ForeignText.isControl(scalar)
  }
}
