import CommandLanguage
import Foundation
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
  let map: ColumnMap
  private let row: SheetRow
  private var context: ReadingContext
  /// The present ids of listings that came back under another one.
  private let moves: [Int: Int]
  private(set) var problems: [ImportProblem] = []

  init(
    _ row: SheetRow, _ map: ColumnMap, moves: [Int: Int] = [:], in context: ReadingContext
  ) {
    self.moves = moves
    self.row = row
    self.map = map
    self.context = context
    number = row.number
    let currency = cell(.currency).text
    if !currency.isEmpty { self.context.currency = Currency(rawValue: currency.uppercased()) }
  }

  mutating func note(_ problem: ImportProblem) { problems.append(problem) }

  private func cell(_ column: ImportColumn) -> SheetCell {
    map.indices[column].map { row[$0] } ?? .empty
  }

  mutating func note(missing photo: String, _ text: Message) {
    problems.append(
      ImportProblem(
        row: number, column: map.photoColumns.first.flatMap(map.name), missingPhoto: photo, text))
  }

  mutating func note(_ text: Message, at column: ImportColumn? = nil) {
    problems.append(ImportProblem(row: number, column: column.flatMap(map.name), text))
  }

  /// The text of a cell without the apostrophe that guards it; nil if it is blank.
  mutating func text(_ column: ImportColumn) -> String? {
    let cell = cell(column)
    if case .error(let shown) = cell {
      let text: Message =
        shown.hasPrefix("=")
        ? """
        the formula \(quoted: shown) is not calculated yet; open the file in a spreadsheet program \
        and save it
        """ : "the cell shows \(quoted: shown); correct its formula"
      note("\(title(column)): \(text)", at: column)
      return nil
    }
    guard case .text(let text) = cell else { return cell.text.isEmpty ? nil : cell.text }
    guard text.contains(where: { !$0.isWhitespace }) else { return nil }
    let isGuarded = map.file.format == .csv || map.file.format == .tsv
    return isGuarded ? SheetStyle.unguarded(text) : text
  }

  /// The value of a cell; nil if it is blank or wrong.
  mutating func value<Value>(
    _ column: ImportColumn, _ read: (Word) throws(ValueProblem) -> Value
  ) -> Value? {
    guard let text = text(column) else { return nil }
    do throws(ValueProblem) {
      return try read(Word.words(arguments: [text])[0])
    } catch {
      note("\(title(column)): \(Self.hint(text) ?? error.message(typed: text))", at: column)
      return nil
    }
  }

  mutating func value<Value: ParameterValue>(_ column: ImportColumn) -> Value? {
    let context = context
    return value(column) { word throws(ValueProblem) in try Value.read(word, in: context) }
  }

  /// An amount of money; nil if it is blank, wrong, or what the listing has.
  ///
  /// - Parameter current: the listing's amount. Its text is always right, also one that could be
  ///   read in two ways.
  mutating func amount(_ column: ImportColumn, current: Decimal?) -> WrittenAmount? {
    if let current, cell(column).text == "\(current)" { return nil }
    if case .number(let digits) = cell(column), !digits.lowercased().contains("e"),
      !digits.hasPrefix("-"), let amount = Decimal(string: digits)
    {
      return amount == current ? nil : WrittenAmount(amount)
    }
    return value(column)
  }

  mutating func discount(_ column: ImportColumn) -> Discount? {
    if case .number = cell(column) { return amount(column, current: nil).map { .amount($0) } }
    return value(column)
  }

  /// What spreadsheet programs do to numbers, and how to take it back.
  private static func hint(_ text: String) -> Message? {
    if text.hasPrefix("'") {
      return "\(quoted: text) begins with an apostrophe; write \(quoted: String(text.dropFirst()))"
    }
    let isRounded = text.contains(/^[0-9]([.,][0-9]+)?[eE][+-]?[0-9]+$/)
    guard isRounded else { return nil }
    return "\(quoted: text) is rounded; show all digits of the column, and save the file again"
  }

  func title(_ column: ImportColumn) -> Message { "\(map.title(of: column) ?? "")" }

  /// The id of the listing as it is now.
  var id: Int? {
    mutating get { writtenID.map { moves[$0] ?? $0 } }
  }

  /// The id in the file.
  var writtenID: Int? {
    mutating get {
      value(.id) { word throws(ValueProblem) in
        guard let id = Int(word.text) else { throw .notANumber }
        guard id > 0 else { throw .tooSmall(least: 1) }
        return id
      }
    }
  }

  var code: String? {
    mutating get {
      value(.code) { word throws(ValueProblem) in try SellerCode(word.text) }?.text
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
    ["done", "unchanged", "skipped"].contains(cell(.status).text)
  }

  /// Whether an earlier import does not know whether it carried out this row.
  var isUnknown: Bool { cell(.status).text == "unknown" }

  /// The paths of the photos as the file has them.
  var photos: [String] {
    map.photoColumns.flatMap { column -> [String] in
      let text = cell(column).text
      let paths = column == .photos ? text.components(separatedBy: ";") : [text]
      return paths.map { $0.trimmingCharacters(in: .whitespaces) }.filter { !$0.isEmpty }
    }
  }
}
