import Foundation
import MarketWire
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
    options = map.surplus.sorted().map { map.ignoring($0) }
    guard !unknown.isEmpty else {
      problems = []
      return
    }
    let guesses = Self.guesses(map.shape, unknown, taken: map.indices)
    var problems: [ImportProblem] = []
    var used: Set<ImportColumn> = []
    for (index, guess) in guesses.sorted(by: { $0.key < $1.key }) {
      let option = map.mapping(index, to: guess.column)
      if used.insert(guess.column).inserted { options.append(option) }
      problems.append(Self.problem(map, index, suggesting: guess.nearest, option: option))
    }
    let plain = unknown.filter { guesses[$0] == nil }
    if plain.count > Self.most || unknown.count > Self.most && plain.count > 1 {
      problems.append(Self.problem(map, plain))
    } else {
      problems += plain.map { Self.problem(map, $0, suggesting: nil, option: nil) }
    }
    if map.namesListings || !used.isDisjoint(with: [.code, .name]) {
      options.append("--only-known")
    } else {
      options = []
    }
    self.problems = problems
  }

  /// What an unknown column probably means, by its name or by its values.
  struct Guess {
    let column: ImportColumn
    /// The name that is like that of the column; nil if the guess is by its values.
    let nearest: String?
  }

  /// What unknown columns probably mean, by their index: first by their names, then by their values.
  ///
  /// Values say something only if one column alone has such values. A wrong column would become a
  /// wrong price.
  static func guesses(
    _ shape: TableShape, _ unknown: [Int], taken: [ImportColumn: Int]
  ) -> [Int: Guess] {
    let header = shape.file.header
    func isTaken(_ column: ImportColumn) -> Bool { taken[column] != nil }
    var guesses: [Int: Guess] = [:]
    for index in unknown {
      guard let nearest = ImportColumn.nearest(to: header[index]),
        let column = ImportColumn(named: nearest), !isTaken(column),
        !contradict(shape.samples.map { $0[index] }, column)
      else { continue }
      guesses[index] = Guess(column: column, nearest: nearest)
    }
    numberPhotos(&guesses, header)
    leaveOutNetPrices(&guesses, header)
    let named = Set(guesses.values.map(\.column))
    let plain = unknown.filter { ImportColumn.isPlain(header[$0]) }
    for column in shape.hasLetters ? wanted + keys : wanted
    where !isTaken(column) && !named.contains(column) {
      if column == .photos, isTaken(.photo(1)) { continue }
      let fitting = plain.filter { index in
        guesses[index] == nil
          && fits(shape.samples.map { $0[index] }, column, isNamed: !shape.hasLetters)
      }
      if fitting.count == 1 { guesses[fitting[0]] = Guess(column: column, nearest: nil) }
    }
    if !isTaken(.option(1)),
      let name = taken[.name] ?? guesses.first(where: { $0.value.column == .name })?.key
    {
      let options = unknown.filter {
        guesses[$0] == nil && ImportColumn.isOption(header[$0])
          && tells(shape.samples, $0, apart: name)
      }
      for (number, index) in zip(1...ImportColumn.optionCount, options) {
        guesses[index] = Guess(column: .option(number), nearest: nil)
      }
    }
    return guesses
  }

  /// Leaves out prices without tax if another one has it: buyers pay that.
  private static func leaveOutNetPrices(_ guesses: inout [Int: Guess], _ header: [String]) {
    let prices = guesses.filter { $0.value.column == .price }.keys
    let netPrices = prices.filter { ImportColumn.isWithoutTax(header[$0]) }
    guard netPrices.count < prices.count else { return }
    for index in netPrices { guesses[index] = nil }
  }

  /// Columns whose names differ only by numbers have a photo each; all others only say what they may be.
  private static func numberPhotos(_ guesses: inout [Int: Guess], _ header: [String]) {
    let columns = guesses.filter { $0.value.column == .photos }.keys.sorted()
    guard let first = columns.first else { return }
    func name(_ index: Int) -> String {
      ImportColumn.folded(header[index]).filter { !$0.isNumber }
    }
    let family = columns.filter { name($0) == name(first) }
    for (number, index) in zip(2...ListingLimits.imageCount.upperBound, family.dropFirst()) {
      guesses[index] = Guess(column: .photo(number), nearest: guesses[index]?.nearest)
    }
  }

  /// Whether a column tells rows of one name, each directly below the other, apart.
  private static func tells(_ rows: [SheetRow], _ index: Int, apart name: Int) -> Bool {
    zip(rows, rows.dropFirst()).contains { above, row in
      (row[name].isBlank || row[name].text == above[name].text)
        && !row[index].isBlank && row[index].text != above[index].text
    }
  }

  /// The fields of a new listing, in the order in which unknown columns are offered for them. What
  /// looks like a stock looks like a price, too.
  private static let wanted: [ImportColumn] = [.description, .photos, .stock, .price]
  /// What columns without names may be besides.
  private static let keys: [ImportColumn] = [.code, .name]

  /// Whether the values of a column look like those of a field.
  private static func fits(
    _ cells: [SheetCell], _ column: ImportColumn, isNamed: Bool
  ) -> Bool {
    let texts = cells.filter { !$0.isBlank }.map(\.text)
    guard !texts.isEmpty else { return false }
    let arePhotos = texts.allSatisfy(PhotoNames.arePhotos)
    return switch column {
    case .photos: arePhotos
    case .stock: texts.allSatisfy { $0.contains(/^[0-9]{1,4}$/) }
    case .price: texts.allSatisfy(CellValue.isAmount)
    case .description:
      !arePhotos && texts.contains { $0.count > (isNamed || !$0.hasSuffix(".") ? 40 : 10) }
    case .code:
      Set(texts).count == texts.count
        && texts.allSatisfy { text in
          text.utf8.count <= 40 && text.contains(/^[A-Za-z]+[-_.]?[0-9][A-Za-z0-9_.-]*$/)
        }
    case .name:
      !arePhotos && texts.allSatisfy { $0.utf8.count <= 200 && $0.contains(/\p{L}{2}/) }
    default: false
    }
  }

  /// Whether the values of a column cannot be those of the field that its name hints at, such as the
  /// texts of `Price ID`.
  private static func contradict(_ cells: [SheetCell], _ column: ImportColumn) -> Bool {
    let texts = cells.filter { !$0.isBlank }.map(\.text)
    if texts.isEmpty { return !cells.isEmpty }
    if texts.allSatisfy({ flags.contains($0.lowercased()) }) { return true }
    return switch column {
    case .price, .salePrice, .discount:
      !texts.contains { CellValue.isAmount($0.replacing("%", with: "")) }
    case .stock: !texts.contains { CellValue.isAmount(CellValue.stock($0)) }
    case .name, .description, .photos, .photo: texts.allSatisfy(CellValue.isAmount)
    default: false
    }
  }

  private static let flags: Set = ["true", "false", "yes", "no", "y", "n", "예", "아니오"]

  private static func problem(
    _ map: ColumnMap, _ index: Int, suggesting nearest: String?, option: String?
  ) -> ImportProblem {
    let (name, skip) = (map.file.header[index], map.ignoring(index))
    let text: Message = "unknown column \(quoted: name)"
    let advice: Message =
      option.map { option in
        """
        \(text.suggesting(nearest)); assign it with `\(command: option)`, or skip it with \
        `\(command: skip)`
        """
      }
      ?? (ImportColumn(named: name) == .id
        ? """
        \(quoted: name) counts the rows; skip it with `\(command: skip)`, or, if these are ids, \
        assign it with `\(command: map.mapping(index, to: .id))`
        """ : "\(text); skip it with `\(command: skip)`")
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
