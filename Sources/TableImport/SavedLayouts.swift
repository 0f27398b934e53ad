import Base
import CommandLanguage
import Foundation
import Messages
import SellerFiles
package import SellerSession
import SheetFiles

/// How a seller reads the files of a supplier: the options of `import`, saved under a name as a file
/// of a few lines in the folder of settings.
package struct SavedLayout: Sendable {
  package let name: String
  /// The names of the columns; a file with the same ones is read in the same way by itself.
  package var header: [String]
  package var shape = TableShape.Options()
  package var sheet: String?
  package var choices = ColumnMap.Choices()

  /// The options, as they are typed.
  package var options: [String] {
    var request = ImportRequest(file: FilePath("FILE"))
    apply(to: &request)
    return request.optionWords
  }

  /// Puts the options before those of a request; its own decide.
  func apply(to request: inout ImportRequest) {
    request.sheet.sheet = request.sheet.sheet ?? sheet
    request.shape.headerRow = request.shape.headerRow ?? shape.headerRow
    if request.shape.skipped.isEmpty {
      (request.shape.skipped, request.shape.skippedTexts) = (shape.skipped, shape.skippedTexts)
    }
    let mapped = Set(request.meanings.map { ImportColumn.folded($0.name) })
    request.meanings += choices.mapped.filter { !mapped.contains(ImportColumn.folded($0.name)) }
    request.ignored += choices.ignored.filter { name in
      !request.ignored.contains(name) && !mapped.contains(ImportColumn.folded(name))
    }
    request.onlyKnown = request.onlyKnown || choices.onlyKnown
    request.decimalComma = request.decimalComma || choices.decimalComma
    let fixed = Set(request.fixed.map(\.field))
    request.fixed += choices.fixed.filter { !fixed.contains($0.field) }
  }

  /// The lines of its file.
  var text: String {
    var lines = ["# How `market import FILE --layout \(name)` reads a table. One option in a line."]
    lines += ["columns: " + header.joined(separator: " | ")]
    if let sheet { lines.append("sheet: \(sheet)") }
    if let row = shape.headerRow { lines.append("header-row: \(row)") }
    if let rows = shape.skippedText { lines.append("skip-rows: \(rows)") }
    lines += shape.skippedTexts.sorted { $0.key < $1.key }.map { "skipped \($0.key): \($0.value)" }
    lines += choices.mapped.map { "map: \($0.name)=\($0.meaning)" }
    lines += choices.ignored.map { "ignore: \($0)" }
    if choices.onlyKnown { lines.append("only-known: yes") }
    if choices.decimalComma { lines.append("decimal-comma: yes") }
    lines += choices.fixed.map { "set: \($0.field)=\($0.value.replacing("\n", with: " "))" }
    return lines.joined(separator: "\n") + "\n"
  }

  init(name: String, header: [String], _ request: ImportRequest) {
    self.name = name
    self.header = header
    shape = request.shape
    sheet = request.sheet.sheet
    choices = request.choices
  }

  /// Reads the lines of a file; lines that it does not know are passed over.
  init(name: String, text: String) {
    self.name = name
    header = []
    for line in text.split(whereSeparator: \.isNewline) where !line.hasPrefix("#") {
      guard let colon = line.firstIndex(of: ":") else { continue }
      let value = line[line.index(after: colon)...].trimmingCharacters(in: .whitespaces)
      switch line[..<colon] {
      case "columns": header = value.components(separatedBy: " | ")
      case "sheet": sheet = value
      case "header-row": shape.headerRow = Int(value)
      case "skip-rows":
        shape.skipped = value.split(separator: ",").compactMap { part in
          let ends = part.split(separator: "-").compactMap { Int($0) }
          guard let first = ends.first, let last = ends.last, first <= last else { return nil }
          return first...last
        }
      case "map":
        guard let split = value.lastIndex(of: "=") else { continue }
        choices.mapped.append(
          (String(value[..<split]), String(value[value.index(after: split)...])))
      case "ignore": choices.ignored.append(value)
      case "only-known": choices.onlyKnown = value == "yes"
      case "decimal-comma": choices.decimalComma = value == "yes"
      case "set":
        guard let split = value.firstIndex(of: "=") else { continue }
        choices.fixed.append(
          (String(value[..<split]), String(value[value.index(after: split)...])))
      case let key where key.hasPrefix("skipped "):
        if let row = Int(key.dropFirst(8)) { shape.skippedTexts[row] = value }
      default: continue
      }
    }
  }
}

/// The saved layouts of a seller, a file each.
package struct SavedLayouts: Sendable {
  private let folder: String
  private static let ending = ".layout"

  package init(_ environment: Environment) {
    folder = "\(environment.paths.config)/layouts"
  }

  private func path(_ name: String) -> String { "\(folder)/\(name)\(Self.ending)" }

  /// All layouts in the order of their names.
  package var all: [SavedLayout] {
    ((try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? [])
      .filter { $0.hasSuffix(Self.ending) }.map { String($0.dropLast(Self.ending.count)) }
      .sorted().compactMap { layout(named: $0) }
  }

  package func layout(named name: String) -> SavedLayout? {
    guard Self.isName(name) else { return nil }
    let text = try? String(contentsOfFile: path(name), encoding: .utf8)
    return text.map { SavedLayout(name: name, text: $0) }
  }

  /// Whether a layout can have this name, which is that of its file.
  package static func isName(_ name: String) -> Bool {
    (try? SellerCode(name)) != nil && !name.hasPrefix(".") && name.lowercased() != "none"
      && KnownLayouts.layout(named: name) == nil
  }

  func save(_ layout: SavedLayout) throws {
    try PrivateFile(path: path(layout.name)).write(bytes: Array(layout.text.utf8))
  }

  /// Deletes a layout; returns false if there is none.
  package func remove(_ name: String) -> Bool {
    guard layout(named: name) != nil else { return false }
    return (try? FileManager.default.removeItem(atPath: path(name))) != nil
  }
}

/// The listings that the last file of a layout had, so that the next plan can say which are gone.
struct SeenListings {
  private let path: String

  init(_ layout: String, at market: MarketProfile, _ environment: Environment) {
    let account = market.accountDigest ?? ""
    path = "\(environment.paths.state)/layouts/\(layout)-\(account.prefix(12))"
  }

  /// The keys of ``TableKeys/all``.
  var keys: Set<String> {
    let text = (try? String(contentsOfFile: path, encoding: .utf8)) ?? ""
    return Set(text.split(separator: "\n").map(String.init))
  }

  func write(_ keys: Set<String>) throws {
    let lines = keys.map { $0.replacing("\n", with: " ") }.sorted().joined(separator: "\n")
    try PrivateFile(path: path).write(bytes: Array(lines.utf8), isDurable: false)
  }
}
