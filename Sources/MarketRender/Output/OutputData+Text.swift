import Foundation
import MarketWire
import Messages
import TerminalKit

extension OutputData {
  /// Indented JSON: an array for a list, otherwise an object.
  func json() -> String {
    switch self {
    case .list(let rows, _): JSON.array(rows.map(JSON.object)).safeText(indented: true) + "\n"
    case .object(let object), .text(let object): JSON.object(object).safeText(indented: true) + "\n"
    case .none: ""
    }
  }

  /// One JSON object per line.
  func jsonLines() -> String {
    switch self {
    case .list(let rows, _): rows.map { JSON.object($0).safeText() + "\n" }.joined()
    case .object(let object), .text(let object): JSON.object(object).safeText() + "\n"
    case .none: ""
    }
  }

  /// CSV with a header line (RFC 4180); in a file for Excel, texts that look like formulas are guarded.
  func csv(_ file: SheetStyle? = nil) -> String {
    let (keys, rows): ([String], [JSONObject])
    switch self {
    case .list(let list, let all): (keys, rows) = (all, list)
    case .object(let object):
      let flat = Self.flat(object)
      (keys, rows) = (flat.members.map(\.key), [flat])
    case .text, .none: return ""
    }
    guard !keys.isEmpty else { return "" }
    var text = UTF8Buffer()
    let isForExcel = file?.isForExcel ?? false
    if isForExcel { text.append("\u{FEFF}") }
    text.append(csvRow: keys)
    for row in rows {
      text.append(
        csvRow: row.members.map { member in
          let cell = member.value.plainText
          guard let file, isForExcel, member.value.stringValue != nil else { return cell }
          return file.guarded(cell)
        })
    }
    return text.take()
  }

  /// One line per row below a header line.
  func tsvFile() -> String {
    switch self {
    case .list(let rows, let keys):
      guard !keys.isEmpty else { return "" }
      return keys.joined(separator: "\t") + "\n"
        + rows.map { row in Self.line(keys.map { row[$0] ?? .null }) }.joined()
    case .object(let object):
      let flat = Self.flat(object)
      return flat.members.map(\.key).joined(separator: "\t") + "\n"
        + Self.line(flat.members.map(\.value))
    case .text, .none: return ""
    }
  }

  /// One line per row, without a header.
  ///
  /// An object is one `key⇥value` line per member, or one row of values if fields are selected.
  func tsv(hasSelectedFields: Bool) -> String {
    switch self {
    case .list(let rows, let keys):
      return rows.map { row in Self.line(keys.map { row[$0] ?? .null }) }.joined()
    case .object(let object) where hasSelectedFields:
      return Self.line(Self.flat(object).members.map(\.value))
    case .object(let object):
      return Self.flat(object).members.map { "\($0.key)\t\(Self.field($0.value))\n" }.joined()
    case .text, .none: return ""
    }
  }

  /// One id per line; nil if the data has no ids.
  func identifiers() -> String? {
    let objects: [JSONObject]
    switch self {
    case .list(let rows, _): objects = rows
    case .object(let object), .text(let object): objects = [object]
    case .none: return ""
    }
    let ids = objects.map { $0["id"] }
    guard !ids.contains(where: { $0 == nil }) else { return nil }
    return ids.compactMap { $0 }.map { Self.field($0) + "\n" }.joined()
  }

  /// The object without nested objects: their members become `pictures_files` and so on.
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
}
