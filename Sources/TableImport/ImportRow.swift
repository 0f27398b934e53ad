import CommandLanguage
import Foundation
import ListingChanges
import MarketRender
import MarketWire
import Messages
import SheetFiles

/// A row of a table, read by the meaning of its columns. What cannot be read becomes a problem.
struct ImportRow {
  enum Action: CaseIterable {
    case add, edit, remove, skip

    /// The words for it, the main one first.
    var words: [String] {
      switch self {
      case .add: ["add", "new", "등록", "추가"]
      case .edit: ["edit", "update", "수정"]
      case .remove: ["remove", "delete", "삭제"]
      case .skip: ["skip", "건너뛰기"]
      }
    }
  }

  /// The row as a spreadsheet counts it.
  let number: Int
  private let columns: Shared<ColumnMap>
  var map: ColumnMap { columns.value }
  private let row: SheetRow
  private(set) var context: ReadingContext
  /// The present ids of listings that came back under another one.
  private let moves: [Int: Int]
  private(set) var problems: [ImportProblem] = []
  /// Whether HTML in texts stays as it is.
  var keepsHTML = false
  /// Whether an earlier import carried out the row after its result was written.
  var wasResumed = false
  /// Whether HTML in a text became plain text.
  var hadHTML = false

  init(
    _ row: SheetRow, _ columns: Shared<ColumnMap>, moves: [Int: Int] = [:],
    in context: ReadingContext
  ) {
    self.moves = moves
    self.row = row
    self.columns = columns
    self.context = context
    number = row.number
    let currency = cell(.currency).text
    if !currency.isEmpty { self.context.currency = Currency(rawValue: currency.uppercased()) }
  }

  mutating func report(_ problem: ImportProblem) { problems.append(problem) }

  func cell(_ column: ImportColumn) -> SheetCell {
    if [.salePrice, .discount, .discountedPrice].contains(column), map.has(column),
      isOnSale == false, column == .salePrice || cell(.onSale).text != "0"
    {
      // What buyers pay is the price then. A discount counts beside the 0 of a badge for sales, as
      // PrestaShop writes it.
      return column == .salePrice ? cell(.price) : .number("0")
    }
    let cell = map.indices[column].map { row[$0] } ?? .empty
    if column == .discount, map.has(.discountUnit),
      let sign = ImportColumn.unitSign(bare(self.cell(.discountUnit).text)), !sign.isEmpty
    {
      let text = NumberText.plain(bare(cell.text))
      if CellValue.isAmount(text) { return .text(text + sign) }
    }
    return cell
  }

  /// Whether the discount and the sale price count; nil if the row does not say that clearly.
  var isOnSale: Bool? {
    let written = NumberText.plain(bare(cell(.onSale).text)).lowercased()
    let word = written.filter { !$0.isWhitespace }
    return word.isEmpty || Self.yeses.contains(word) ? true : Self.noes.contains(word) ? false : nil
  }

  private static let yeses: Set = [
    "yes", "y", "true", "1", "on", "o", "active", "예", "네", "적용", "적용함", "적용중", "사용", "사용함", "사용중",
    "진행", "진행중", "세일", "세일중", "할인", "할인중", "할인적용", "있음", "ja", "oui", "sí", "si", "はい", "有",
  ]
  private static let noes: Set = [
    "no", "n", "false", "0", "off", "x", "-", "none", "ended", "inactive", "아니오", "아니요", "미적용",
    "적용안함",
    "안함", "사용안함", "미사용", "종료", "없음", "해당없음", "할인안함", "nein", "non", "いいえ", "無",
  ]

  mutating func report(missing photo: String, _ text: Message) {
    problems.append(
      ImportProblem(
        row: number, column: map.photoColumns.first.flatMap(map.name), missingPhoto: photo, text))
  }

  mutating func report(
    _ text: Message, at column: ImportColumn? = nil, lacking: ImportColumn? = nil,
    option: String? = nil
  ) {
    var problem = ImportProblem(
      row: number, column: column.flatMap(map.name), lacking: lacking, text)
    problem.option = option
    problems.append(problem)
  }

  func title(_ column: ImportColumn) -> Message { "\(map.title(of: column) ?? "")" }

  /// The id of the listing as it is now.
  var id: Int? {
    mutating get { writtenID.map { moves[$0] ?? $0 } }
  }

  /// The id in the file.
  var writtenID: Int? {
    mutating get {
      whole(.id) { text throws(ValueProblem) in
        guard let id = Int(text) else { throw .notANumber }
        guard id > 0 else { throw .tooSmall(least: 1) }
        return id
      }
    }
  }

  var code: String? {
    mutating get {
      value(.code) { word throws(ValueProblem) in
        // The apostrophe that marks a text in a spreadsheet.
        try SellerCode(word.text.hasPrefix("'") ? String(word.text.dropFirst()) : word.text)
      }?.text
    }
  }

  var action: Action? {
    mutating get {
      value(.action) { word throws(ValueProblem) in
        let name = word.text.trimmingCharacters(in: .whitespaces).lowercased()
        guard let action = Action.allCases.first(where: { $0.words.contains(name) }) else {
          throw .notOneOf(Action.allCases.map { $0.words[0] }, nearest: nil)
        }
        return action
      }
    }
  }

  /// Whether an earlier import ended with this row.
  var isDoneBefore: Bool {
    ["done", "unchanged", "skipped"].contains(status)
      || wasResumed && ["left", "failed", "unknown"].contains(status)
  }

  /// In the result of an earlier import, the row of its file.
  var earlierRow: Int? {
    guard map.has(.status) else { return nil }
    let names = ResultWords.names(of: "line")
    return map.file.header.firstIndex(where: names.contains).flatMap { Int(row[$0].text) }
  }

  private var status: String { ResultWords.status(cell(.status).text) }

  /// Whether an earlier import does not know whether it carried out this row.
  var isUnknown: Bool { status == "unknown" }

  /// The paths of the photos as the file has them.
  var photos: [String] {
    map.photoColumns.flatMap { column -> [String] in
      PhotoNames.split(cell(column).text)
    }
  }
}
