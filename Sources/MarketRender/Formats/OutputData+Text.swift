/// JSON, CSV, TSV and ids, written from the data of an answer.
import Foundation
import MarketWire
import Messages
import TerminalKit

extension OutputData {
  /// JSON with two spaces a level: an array for a list, an object for one thing.
  func json() -> String {
    switch self {
    case .list(let rows, _): Self.safe(JSON.array(rows.map(JSON.object)), indented: true) + "\n"
    case .object(let object), .talk(let object): Self.safe(.object(object), indented: true) + "\n"
    case .none: ""
    }
  }

  /// One object a line.
  func jsonLines() -> String {
    switch self {
    case .list(let rows, _): rows.map { Self.safe(.object($0)) + "\n" }.joined()
    case .object(let object), .talk(let object): Self.safe(.object(object)) + "\n"
    case .none: ""
    }
  }

  /// RFC 4180 with a header line: CRLF, and quotes where a value needs them.
  func csv() -> String {
    let (keys, rows): ([String], [JSONObject])
    switch self {
    case .list(let list, let all): (keys, rows) = (all, list)
    case .object(let object):
      let flat = Self.flat(object)
      (keys, rows) = (flat.members.map(\.key), [flat])
    case .talk, .none: return ""
    }
    guard !keys.isEmpty else { return "" }
    var text = UTF8Buffer()
    text.append(csvRow: keys)
    for row in rows { text.append(csvRow: row.members.map(\.value.plainText)) }
    return text.take()
  }

  /// A line a row, without a header; a single thing is a line `key⇥value` for each fact, or one
  /// row of values where fields were picked.
  func tsv(fieldsPicked: Bool) -> String {
    switch self {
    case .list(let rows, let keys):
      return rows.map { row in Self.line(keys.map { row[$0] ?? .null }) }.joined()
    case .object(let object) where fieldsPicked:
      return Self.line(Self.flat(object).members.map(\.value))
    case .object(let object):
      return Self.flat(object).members.map { "\($0.key)\t\(Self.field($0.value))\n" }.joined()
    case .talk, .none: return ""
    }
  }

  /// One id a line; nil where there is none.
  func identifiers() -> String? {
    let objects: [JSONObject]
    switch self {
    case .list(let rows, _): objects = rows
    case .object(let object), .talk(let object): objects = [object]
    case .none: return ""
    }
    let ids = objects.map { $0["id"] }
    guard !ids.contains(where: { $0 == nil }) else { return nil }
    return ids.compactMap { $0 }.map { Self.field($0) + "\n" }.joined()
  }

  /// One level: a fact that is made of others is as many facts, `pictures_files` and so on.
  private static func flat(_ object: JSONObject) -> JSONObject {
    JSONObject(
      pairs: object.members.flatMap { member -> [(String, JSON)] in
        guard case .object(let inner) = member.value else { return [(member.key, member.value)] }
        return flat(inner).members.map { ("\(member.key)_\($0.key)", $0.value) }
      })
  }

  private static func line(_ values: [JSON]) -> String {
    values.map(field).joined(separator: "\t") + "\n"
  }

  private static func field(_ value: JSON) -> String { UntrustedText(value.plainText).line }

  /// JSON text in which the controls that JSON itself lets pass (DEL, C1, bidi) are written as
  /// escapes: the same value to a program, harmless on a terminal.
  static func safe(_ value: JSON, indented: Bool = false) -> String {
    UntrustedText.replacing(value.text(indented: indented), where: isHidden) { scalar, _ in
      let digits = String(scalar.value, radix: 16)
      return "\\u" + String(repeating: "0", count: max(0, 4 - digits.count)) + digits
    }
  }

  private static func isHidden(_ scalar: Unicode.Scalar) -> Bool {
    scalar.value >= 0x7F && UntrustedText.isControl(scalar)
  }
}
