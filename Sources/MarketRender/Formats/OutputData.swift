/// An answer as ordered members, from which every format for programs is written.
import MarketWire
import TerminalKit

/// The data in an answer that is no listing; listings are written by `RowWriter`.
enum OutputData: Sendable {
  /// Rows of one shape.
  case list([JSONObject], keys: [String])
  /// One thing with named facts.
  case object(JSONObject)
  /// Something said; data only where JSON is asked for.
  case talk(JSONObject)
  case none

  /// The data of `output`, with only `fields` in their order where they are given.
  init(_ output: Output, fields: [String]?) throws(OutputFormatError) {
    switch output {
    case .record(let record):
      let object = JSONObject(pairs: record.entries.map { ($0.key, $0.cell.value) })
      self = .object(try object.picking(fields))
    case .photo(let photo): self = .object(try photo.object.picking(fields))
    case .table(let table):
      let keys = table.columns.map(\.key)
      let chosen = try table.keys(fields, for: .programs)
      let rows = table.rows.map { row in
        JSONObject(pairs: Array(zip(keys, row.map(\.value)))).picked(chosen)
      }
      self = .list(rows, keys: chosen)
    case .reply(let reply): self = .talk(reply.object)
    case .help(let lines):
      self = .talk(["help": .string(lines.map(\.plain).joined(separator: "\n"))])
    case .nothing: self = .list([], keys: [])
    case .summary(let summary): self = .talk(summary.object)
    case .text(let text): self = .talk(["text": .string(text)])
    case .listings, .listingStream, .detail, .details, .change, .changes, .dryRun, .none:
      self = .none
    }
  }

  /// The fields of a listing that were asked for; nil for the usual ones.
  static func listingFields(_ fields: [String]?) throws(OutputFormatError) -> [ListingField]? {
    guard let fields else { return nil }
    return try check(fields, known: ListingField.keys).compactMap(ListingField.init)
  }

  /// The fields asked for, all of them if none were; unknown ones are an error.
  static func check(_ fields: [String]?, known: [String]) throws(OutputFormatError) -> [String] {
    guard let fields else { return known }
    for field in fields where !known.contains(field) {
      throw .unknownField(field, known: known)
    }
    return fields
  }
}

extension JSONObject {
  init(pairs: [(String, JSON)]) {
    self.init()
    for (key, value) in pairs { append(key, value) }
  }

  /// The members of `keys` in that order.
  func picked(_ keys: [String]) -> JSONObject {
    JSONObject(pairs: keys.map { ($0, self[$0] ?? .null) })
  }

  fileprivate func picking(_ fields: [String]?) throws(OutputFormatError) -> JSONObject {
    picked(try OutputData.check(fields, known: members.map(\.key)))
  }
}

extension Reply {
  fileprivate var object: JSONObject {
    var object = facts
    object["message"] = .string(text.plain)
    if !suggestions.isEmpty { object["try"] = .array(suggestions.map(JSON.string)) }
    return object
  }
}

extension BatchSummary {
  fileprivate var object: JSONObject {
    var object: JSONObject = ["title": .string(title)]
    for count in counts { object[count.key] = .integer(count.number) }
    object["problems"] = .array(problems.map(JSON.string))
    if !suggestions.isEmpty { object["try"] = .array(suggestions.map(JSON.string)) }
    return object
  }
}
