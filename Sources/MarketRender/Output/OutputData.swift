import MarketWire
import Messages
import TerminalKit

/// The data of an output in the formats for programs: JSON, CSV, TSV and ids. ``RowWriter`` writes
/// the data of listings.
enum OutputData: Sendable {
  /// Rows with the same keys.
  case list([JSONObject], keys: [String])
  case object(JSONObject)
  /// A text for people with its facts. CSV and TSV leave it out.
  case text(JSONObject)
  case none

  /// Creates the data with the given fields in the given order; nil means the default fields.
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
        JSONObject(pairs: Array(zip(keys, row.map(\.value)))).selected(chosen)
      }
      self = .list(rows, keys: chosen)
    case .report(let report):
      switch report.data {
      case .object(let object): self = .object(try object.picking(fields))
      case .rows(let rows, let keys):
        let chosen = try Self.check(fields, known: keys)
        self = .list(rows.map { $0.selected(chosen) }, keys: chosen)
      }
    case .reply(let reply): self = .text(reply.object)
    case .help(let lines):
      self = .text(["help": .string(lines.map(\.plain).joined(separator: "\n"))])
    case .nothing: self = .list([], keys: [])
    case .summary(let summary): self = .text(summary.object)
    case .text(let text): self = .text(["text": .string(text)])
    case .listings, .listingStream, .events, .detail, .details, .change, .changes, .dryRun, .none:
      self = .none
    }
  }

  /// Returns the listing fields that `--fields` names; nil without this option, for the default
  /// fields.
  ///
  /// - Throws: `.unknownField`.
  static func listingFields(_ fields: [String]?) throws(OutputFormatError) -> [ListingField]? {
    guard let fields else { return nil }
    let photos = ListingField.photos.rawValue
    let known = ListingField.keys + (fields.contains(photos) ? [photos] : [])
    return try check(fields, known: known).compactMap {
      ListingField(rawValue: $0)
    }
  }

  /// Returns the keys that `--fields` names; all known keys without this option.
  ///
  /// - Throws: `.unknownField`.
  static func check(_ fields: [String]?, known: [String]) throws(OutputFormatError) -> [String] {
    guard let fields else { return known }
    var keys: [String] = []
    for field in fields {
      let key = known.contains(field) ? field : ListingField.key(named: field)
      guard known.contains(key) else { throw .unknownField(field, known: known) }
      keys.append(key)
    }
    return keys
  }
}

extension JSONObject {
  init(pairs: [(String, JSON)]) {
    self.init()
    for (key, value) in pairs { append(key, value) }
  }

  /// Returns an object with exactly these keys, in this order; a missing value is null.
  func selected(_ keys: [String]) -> JSONObject {
    JSONObject(pairs: keys.map { ($0, self[$0] ?? .null) })
  }

  fileprivate func picking(_ fields: [String]?) throws(OutputFormatError) -> JSONObject {
    selected(try OutputData.check(fields, known: members.map(\.key)))
  }
}

extension Reply {
  fileprivate var object: JSONObject {
    var object = facts
    object["message"] = .string(text.english)
    if !suggestions.isEmpty { object["try"] = .array(suggestions.map(JSON.string)) }
    return object
  }
}

extension BatchSummary.Step {
  fileprivate var object: JSONObject {
    var object = JSONObject()
    object["line"] = line.map { .integer($0) }
    object["action"] = .string(action)
    object["state"] = .string(state)
    object["id"] = id.map { .integer($0) }
    object["code"] = code.map { .string($0) }
    object["name"] = .string(name)
    object["message"] = message.map { .string($0.english) }
    return object
  }
}

extension BatchSummary {
  fileprivate var object: JSONObject {
    var object: JSONObject = ["title": .string(title.english)]
    object["batch"] = batch.map { .integer($0) }
    for count in counts { object[count.key] = .integer(count.number) }
    if !steps.isEmpty { object["steps"] = .array(steps.map { .object($0.object) }) }
    object["problems"] = .array(problems.map { .string($0.english) })
    object["undo"] = undoCommand.map { .string($0) }
    if !suggestions.isEmpty { object["try"] = .array(suggestions.map(JSON.string)) }
    return object
  }
}
