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
    var missing = Self.wanted.filter { field in
      field == .photos ? map.photoColumns.isEmpty : !map.has(field)
    }
    var problems: [ImportProblem] = []
    var plain: [Int] = []
    var used: Set<ImportColumn> = []
    for index in unknown {
      let nearest = ImportColumn.nearest(to: map.file.header[index])
      let isFree = nearest.flatMap(ImportColumn.init).map { !map.has($0) } ?? false
      let guess = Self.guess(map.shape.samples.map { $0[index] }, missing)
      let field = isFree ? nearest : guess?.name
      if let column = field.flatMap(ImportColumn.init), missing.contains(column) || isFree {
        missing.removeAll { $0 == column }
        let option = "--map \(TypedCommand.argument("\(map.word(for: index))=\(column.name)"))"
        if used.insert(column).inserted { options.append(option) }
        problems.append(
          Self.problem(map, index, suggesting: isFree ? nearest : nil, option: option))
      } else {
        plain.append(index)
      }
    }
    if plain.count > Self.most || unknown.count > Self.most && plain.count > 1 {
      problems.append(Self.problem(map, plain))
    } else {
      problems += plain.map { Self.problem(map, $0, suggesting: nil, option: nil) }
    }
    options.append("--only-known")
    self.problems = problems
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
    let skip = "--ignore \(TypedCommand.argument(map.word(for: index)))"
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
