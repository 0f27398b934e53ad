import Foundation
import Messages
import SellerSession
import SheetFiles

/// What to type about unknown columns: options that work in any shell.
struct ColumnAdvice {
  let problems: [ImportProblem]
  /// The options that together make the table readable; empty if there is nothing to say.
  private(set) var options: [String] = []
  /// The most unknown columns that are named one by one.
  private static let most = 5

  init(_ map: ColumnMap, unknown: [Int]) {
    guard !unknown.isEmpty else {
      problems = []
      return
    }
    let guesses = Self.guesses(map.shape, unknown, isTaken: map.has)
    var problems: [ImportProblem] = []
    var used: Set<ImportColumn> = []
    for (index, guess) in guesses.sorted(by: { $0.key < $1.key }) {
      let option =
        "--map \(TypedCommand.argument("\(map.file.word(for: index))=\(guess.column.name)"))"
      if used.insert(guess.column).inserted { options.append(option) }
      problems.append(Self.problem(map, index, suggesting: guess.nearest, option: option))
    }
    let plain = unknown.filter { guesses[$0] == nil }
    if plain.count > Self.most || unknown.count > Self.most && plain.count > 1 {
      problems.append(Self.problem(map, plain))
    } else {
      problems += plain.map { Self.problem(map, $0, suggesting: nil, option: nil) }
    }
    options.append("--only-known")
    self.problems = problems
  }

  /// What an unknown column probably means, by its name or by its values.
  struct Guess {
    let column: ImportColumn
    /// The name that is like that of the column; nil if the guess is by its values.
    let nearest: String?
  }

  /// What unknown columns probably mean, by their index.
  static func guesses(
    _ shape: TableShape, _ unknown: [Int], isTaken: (ImportColumn) -> Bool
  ) -> [Int: Guess] {
    var missing = wanted.filter { !isTaken($0) && !($0 == .photos && isTaken(.photo(1))) }
    return unknown.reduce(into: [:]) { guesses, index in
      let nearest = ImportColumn.nearest(to: shape.file.header[index])
      let named = nearest.flatMap(ImportColumn.init).flatMap { isTaken($0) ? nil : $0 }
      let isOther = ImportColumn.isOther(shape.file.header[index])
      let valued = isOther ? nil : guess(shape.samples.map { $0[index] }, missing)
      guard let column = named ?? valued else { return }
      missing.removeAll { $0 == column }
      guesses[index] = Guess(column: column, nearest: named == nil ? nil : nearest)
    }
  }

  /// The fields of a new listing, in the order in which unknown columns are offered for them.
  private static let wanted: [ImportColumn] = [
    .name, .description, .photos, .price, .stock,
  ]

  /// The field that the values of a column look like.
  private static func guess(_ cells: [SheetCell], _ missing: [ImportColumn]) -> ImportColumn? {
    let texts = cells.filter { !$0.isBlank }.map(\.text)
    guard !texts.isEmpty else { return nil }
    let arePhotos = texts.allSatisfy { text in
      PhotoNames.split(text).allSatisfy { PhotoNames.isURL($0) || $0.contains(/\.[A-Za-z]{3,4}$/) }
    }
    let areAmounts = texts.allSatisfy { $0.contains(/^[₩$€¥]?[0-9][0-9,.]*[원円]?$/) }
    let areNumbered = texts.allSatisfy { $0.contains(/^[0-9]{1,4}$/) }
    let fitting: [ImportColumn] =
      if arePhotos {
        [.photos]
      } else if areAmounts {
        areNumbered ? [.stock, .price] : [.price]
      } else if texts.contains(where: { $0.count > 40 }) {
        [.description]
      } else {
        []
      }
    return fitting.first { missing.contains($0) }
  }

  private static func problem(
    _ map: ColumnMap, _ index: Int, suggesting nearest: String?, option: String?
  ) -> ImportProblem {
    let text: Message = "unknown column \(quoted: map.file.header[index])"
    let skip = "--ignore \(TypedCommand.argument(map.file.word(for: index)))"
    let advice: Message =
      option.map { option in
        """
        \(text.suggesting(nearest)); assign it with `\(command: option)`, or skip it with \
        `\(command: skip)`
        """
      } ?? "\(text); skip it with `\(command: skip)`"
    return ImportProblem(row: map.file.headerRow, column: map.file.columnName(index), advice)
  }

  /// One problem for many columns.
  private static func problem(_ map: ColumnMap, _ indices: [Int]) -> ImportProblem {
    let names = indices.map { map.file.header[$0] }
    let shown = names.prefix(8).map { "\"\($0)\"" }.joined(separator: ", ")
    let list: Message = names.count > 8 ? "\(shown) and \(names.count - 8) more" : "\(shown)"
    return ImportProblem(
      row: map.file.headerRow, column: nil,
      """
      \(names.count) unknown columns: \(list); skip them all with `\(command: "--only-known")`
      """)
  }
}
