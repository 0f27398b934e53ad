import Base
import Foundation
import MarketRender
import Messages
import SellerSession
import SheetFiles

/// What became of a row.
struct RowResult {
  /// `done`, `unchanged`, `skipped`, `adopted`, `failed`, `unknown`, `conflict` or `left`.
  var status: String
  var id: Int?
  /// The fields of the listing that the row changes, if that was not done.
  var fields: [ListingField] = []
  var message: String?
}

/// The file with all columns of an imported file and what became of each row. Imported again, it
/// carries out the rows that are not done.
struct ResultFile {
  let name: String
  private let table: TableImport
  private let map: ColumnMap
  private let path: String
  /// The columns that are added; an `id` of the file is filled in instead.
  private static let added = ["status", "id", "line", "field", "message"]

  init(of table: TableImport, _ map: ColumnMap) throws {
    self.table = table
    self.map = map
    let free =
      (1...).lazy.map { $0 == 1 ? ".result.csv" : ".result-\($0).csv" }
      .first { Self.isFree(table.path + $0) } ?? ".result.csv"
    path = table.path + free
    let folder = table.context.environment.workingFolder + "/"
    name = path.hasPrefix(folder) ? String(path.dropFirst(folder.count)) : path
  }

  /// Whether there is no file, or the result of an earlier import, which is not lost.
  private static func isFree(_ path: String) -> Bool {
    guard FileManager.default.fileExists(atPath: path) else { return true }
    guard let header = try? SheetReader.open(path, options: SheetOptions()).file.header else {
      return false
    }
    return ["status", "line", "field", "message"].allSatisfy(header.contains)
  }

  /// - Parameter result: what became of a row; nil if it was left.
  func write(_ result: (Int) -> RowResult?) throws {
    let source = try map.shape.rows()
    let header = map.file.header
    let kept = header.indices.filter(isKept)
    do {
      let file = try NewFile.Writer(path)
      let idIndex = map.indices[.id]
      let added = Self.added.filter { $0 != "id" || idIndex == nil }
      try file.append(Array(SheetStyle.record(kept.map { header[$0] } + added).utf8))
      var pending = ""
      while let row = try source.next() {
        let result = result(row.number)
        var cells = kept.map { index in
          index == idIndex ? result?.id.map(String.init) ?? row[index].text : text(of: row[index])
        }
        for column in added {
          switch column {
          case "status": cells.append(result?.status ?? "left")
          case "id": cells.append(result?.id.map(String.init) ?? "")
          case "line": cells.append("\(row.number)")
          case "message": cells.append(result?.message ?? "")
          default:
            cells.append((result?.fields ?? []).map(\.rawValue).joined(separator: " "))
          }
        }
        pending += SheetStyle.record(cells)
        guard pending.utf8.count > 1 << 16 else { continue }
        try file.append(Array(pending.utf8))
        pending = ""
      }
      try file.append(Array(pending.utf8))
      try file.finish(replacing: true)
    } catch let error as NewFile.WriteError {
      throw SellerError.file(path: name, reason: error.reason)
    }
  }

  /// Whether a column of the file is copied; the id of another program is not filled in.
  private func isKept(_ index: Int) -> Bool {
    let name = map.file.header[index]
    return !Self.added.contains(name.lowercased()) || index == map.indices[.id]
      || map.shape.layout != nil && name == "ID"
  }

  /// The cell as text of a CSV file, where texts may be guarded by an apostrophe.
  private func text(of cell: SheetCell) -> String {
    let isGuarded = [.csv, .tsv].contains(map.file.format)
    return isGuarded ? cell.text : SheetStyle().guarded(cell.text)
  }
}
