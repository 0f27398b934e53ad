import Base
import CommandLanguage
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
  private let isKorean: Bool

  init(of table: TableImport, _ map: ColumnMap) throws {
    self.table = table
    self.map = map
    isKorean = table.context.environment.catalog.language == "ko"
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
    let header = (try? SheetReader.open(path).next())?.cells.map(\.text)
    return header.map(ResultWords.areIn) ?? false
  }

  /// - Parameter result: what became of a row; nil if it was left.
  func write(_ result: (Int) -> RowResult?) throws {
    let source = try map.shape.rows()
    let header = map.file.header
    let kept = header.indices.filter(isKept)
    do {
      let file = try NewFile.Writer(path)
      let idIndex = map.indices[.id]
      // An id of the file is filled in instead.
      let added = ResultWords.columns.filter { $0 != "id" || idIndex == nil }
      try file.append(Array(SheetStyle.record(kept.map { header[$0] } + added.map(word)).utf8))
      var pending = ""
      while let row = try source.next() {
        let result = result(row.number)
        var cells = kept.map { index in
          index == idIndex ? result?.id.map(String.init) ?? row[index].text : text(of: row[index])
        }
        for column in added {
          switch column {
          case "status": cells.append(word(result?.status ?? "left"))
          case "id": cells.append(result?.id.map(String.init) ?? "")
          case "line": cells.append("\(row.number)")
          case "message": cells.append(result?.message ?? "")
          default:
            cells.append((result?.fields ?? []).map { word($0.rawValue) }.joined(separator: " "))
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
    let isAdded = ResultWords.columns.contains { column in
      ResultWords.names(of: column).contains(name.lowercased())
    }
    return !isAdded || index == map.indices[.id] || map.shape.layout != nil && name == "ID"
  }

  private func word(_ english: String) -> String {
    guard isKorean else { return english }
    return ResultWords.korean[english] ?? KoreanNames.korean(english, among: [english])
  }

  /// The cell as text of a CSV file, where texts may be guarded by an apostrophe.
  private func text(of cell: SheetCell) -> String {
    let isGuarded = [.csv, .tsv].contains(map.file.format)
    return isGuarded ? cell.text : SheetStyle().guarded(cell.text)
  }
}

/// The words of result files, which are read in both languages.
enum ResultWords {
  /// The columns that are added.
  static let columns = ["status", "id", "line", "field", "message"]
  static let korean = [
    "status": "처리 결과", "id": "id", "line": "원본 행", "field": "처리 항목", "message": "처리 내용",
    "done": "완료", "unchanged": "변경 없음", "skipped": "건너뜀", "adopted": "확인됨", "failed": "실패",
    "unknown": "알 수 없음", "conflict": "충돌", "left": "남음",
  ]

  static func names(of column: String) -> [String] {
    [column] + (korean[column].map { [$0] } ?? [])
  }

  /// Whether a header is that of a result.
  static func areIn(_ header: [String]) -> Bool {
    ["status", "line", "field", "message"].allSatisfy { column in
      names(of: column).contains { header.contains($0) }
    }
  }

  /// What became of a row, in English.
  static func status(_ word: String) -> String { korean.first { $0.value == word }?.key ?? word }
}
