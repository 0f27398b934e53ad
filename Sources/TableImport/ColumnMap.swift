import CommandLanguage
import Foundation
import MarketWire
import Messages
import SellerSession
import SheetFiles

/// Which column of a file has which meaning.
package struct ColumnMap: Sendable {
  /// What the seller said about columns.
  package struct Choices: Sendable {
    /// Meanings that the seller gave to columns: `판매가=price`.
    package var mapped: [(name: String, meaning: String)] = []
    /// Columns that are skipped; one with `*` or `?` stands for unknown columns.
    package var ignored: [String] = []
    /// Whether all unknown columns are skipped.
    package var onlyKnown = false
    /// Whether a comma stands before the decimals of amounts.
    package var decimalComma = false
    /// Values of fields that have no column, or of a stock that is not counted: `currency=KRW`.
    package var fixed: [(field: String, value: String)] = []

    package init() {}

    var isEmpty: Bool { mapped.isEmpty && ignored.isEmpty && !onlyKnown && fixed.isEmpty }
  }

  /// The cell of each meaning, from 0; those of a layout and of fixed values are behind the columns.
  private(set) var indices: [ImportColumn: Int] = [:]
  /// The column of the file that names a meaning in errors.
  private var places: [ImportColumn: Int] = [:]
  /// The number of cells of the layout.
  private var layoutFields = 0
  /// The values of the cells behind all others.
  private(set) var fixed: [SheetCell] = []
  private(set) var shape: TableShape
  /// The columns of which rows of one product become variants; nil for a table without options.
  private(set) var variants: LayoutColumns?
  /// The unknown columns that are left out.
  private(set) var left: [Int] = []
  /// The columns that mean the same as a more usual one, and so should be left out.
  private(set) var surplus: Set<Int> = []
  /// The stock of rows that only say that there is some; nil if the seller gave none.
  private(set) var uncountedStock: String?
  /// Whether a comma stands before the decimals of amounts.
  let hasDecimalComma: Bool
  /// Whether the seller said which column has the prices.
  private var isPriceChosen = false
  /// The names of columns that are left out because they are hidden.
  private var hidden: [String] = []
  /// The name of the layout by which the file is read.
  var layoutName: String?
  /// The first texts of the rows that the seller leaves out, by their numbers.
  var skippedTexts: [Int: String] = [:]
  var file: SheetFile { shape.file }

  /// - Throws: ``InvalidTable`` with all problems of the header.
  init(_ shape: TableShape, _ choices: Choices = Choices()) throws {
    self.shape = shape
    hasDecimalComma = choices.decimalComma
    var problems: [ImportProblem] = []
    var meanings: [Int: String] = [:]
    for (name, meaning) in choices.mapped {
      guard let index = file.index(of: name) else {
        problems.append(noColumn(name))
        continue
      }
      meanings[index] = meaning
      if !Self.canBeChosen(meaning) {
        problems.append(ImportProblem(row: nil, column: nil, Self.noField(meaning)))
      }
    }
    isPriceChosen = meanings.values.contains { ImportColumn(named: $0) == .price }
    var skipped = skipped(choices, &problems)
    leaveOutHidden(&skipped, named: meanings)
    self.shape.allowsUnnamed = choices.onlyKnown || choices.ignored.contains("*")
    let unknown =
      shape.layout.map { addLayout($0, meanings, skipped, &problems) }
      ?? addColumns(meanings, skipped, choices, &problems)
    addVariants()
    addFixed(choices, &problems)
    let advice = ColumnAdvice(self, unknown: unknown)
    problems += advice.problems + missing() + thousands()
    guard problems.isEmpty else {
      throw InvalidTable(
        file.path, problems, sheet: file.sheet, options: advice.options, isAboutColumns: true)
    }
  }

  /// Leaves out the columns that are hidden, but not those that say which listing a row is or what
  /// its price means.
  private mutating func leaveOutHidden(_ skipped: inout Set<Int>, named meanings: [Int: String]) {
    for index in file.hiddenColumns.flatMap({ Array($0.clamped(to: 0...file.header.count)) }) {
      guard file.header.indices.contains(index), !file.header[index].isEmpty,
        meanings[index] == nil, skipped.insert(index).inserted
      else { continue }
      if let column = ImportColumn(named: file.header[index]),
        [.id, .code, .currency].contains(column)
      {
        skipped.remove(index)
      } else {
        hidden.append(file.header[index])
      }
    }
  }

  /// What there is to say about hidden columns; nil without any.
  var hiddenNote: Message? {
    guard !hidden.isEmpty else { return nil }
    return """
      hidden columns are left out: \(Message.list(hidden.map { "\(quoted: $0)" })); \
      \(command: "--hidden") takes them
      """
  }

  private mutating func addColumns(
    _ meanings: [Int: String], _ skipped: Set<Int>, _ choices: Choices,
    _ problems: inout [ImportProblem]
  ) -> [Int] {
    var unknown: [Int] = []
    for (index, name) in file.header.enumerated() where !skipped.contains(index) {
      guard let text = meanings[index] ?? (name.isEmpty ? nil : name) else { continue }
      if let column = ImportColumn(named: text), meanings[index] != nil || !misleads(column, index)
      {
        if let problem = add(column, at: index, isChosen: meanings[index] != nil) {
          problems.append(problem)
        }
      } else if meanings[index] == nil {
        unknown.append(index)
      }
    }
    let header = file.header
    let patterns = choices.ignored.filter(Self.isPattern)
    for index in unknown
    where choices.onlyKnown || patterns.contains(where: { Self.matches(header[index], $0) }) {
      left.append(index)
    }
    let leftOut = Set(left)
    return unknown.filter { !leftOut.contains($0) }
  }

  /// The columns of a layout; all others are left out.
  private mutating func addLayout(
    _ layout: TableLayout, _ meanings: [Int: String], _ skipped: Set<Int>,
    _ problems: inout [ImportProblem]
  ) -> [Int] {
    let columns = LayoutColumns(layout, in: file.header)
    for (offset, field) in columns.fields.enumerated() {
      let place = columns.index(of: field)
      if let place, skipped.contains(place) { continue }
      indices[field] = file.header.count + offset
      places[field] = place
    }
    let status = file.header.firstIndex { ImportColumn(named: $0) == .status }
    if let status, ResultWords.areIn(file.header) { indices[.status] = status }
    for (index, meaning) in meanings.sorted(by: { $0.key < $1.key }) {
      guard let column = ImportColumn(named: meaning) else { continue }
      indices[column] = nil
      if let problem = add(column, at: index, isChosen: true) { problems.append(problem) }
    }
    shape.allowsUnnamed = true
    layoutFields = columns.fields.count
    return []
  }

  /// What the rows of a product share is read from the cells that ``LayoutRows`` appends.
  private mutating func addVariants() {
    guard shape.layout == nil else { return }
    let photos = photoColumns
    guard let columns = LayoutColumns(variantsOf: indices, photos: photos) else { return }
    if let first = photos.first { places[.photos] = places[first] }
    for column in photos { indices[column] = nil }
    for (offset, field) in columns.fields.enumerated() {
      indices[field] = file.header.count + offset
    }
    layoutFields = columns.fields.count
    variants = columns
  }

  private mutating func addFixed(_ choices: Choices, _ problems: inout [ImportProblem]) {
    var values = choices.fixed
    addHeaderCurrency(to: &values, &problems)
    let start = file.header.count + layoutFields
    for (field, value) in values {
      guard let column = ImportColumn(named: field), column.commandOption != nil else {
        problems.append(ImportProblem(row: nil, column: nil, Self.noField(field)))
        continue
      }
      if column == .stock, has(column) {
        uncountedStock = value
        continue
      }
      if has(column) {
        problems.append(
          ImportProblem(
            row: nil, column: nil,
            """
            \(formatted: "--set \(field)") is for a field without a column; \
            \(quoted: title(of: column) ?? field) has its values
            """))
        continue
      }
      indices[column] = start + fixed.count
      fixed.append(.text(value))
    }
  }

  private static func canBeChosen(_ meaning: String) -> Bool {
    guard let column = ImportColumn(named: meaning) else { return false }
    if case .option = column { return true }
    return column == .id || column.commandOption != nil
  }

  /// Whether the name of a column is that of a field, but the column is none: other programs have a
  /// status, too, and lists of suppliers number their rows.
  private func misleads(_ column: ImportColumn, _ index: Int) -> Bool {
    switch column {
    case .status: !ResultWords.areIn(file.header)
    case .id:
      ImportColumn.folded(file.header[index]) == "번호" && shape.samples.count > 1
        && zip(1..., shape.samples).allSatisfy { "\($0)" == $1[index].text }
        && file.header.contains {
          !$0.isEmpty && [nil, .name, .code].contains(ImportColumn(named: $0))
        }
    default: false
    }
  }

  private mutating func add(
    _ column: ImportColumn, at index: Int, isChosen: Bool
  ) -> ImportProblem? {
    guard column != .readOnly else { return nil }
    if let other = places[column] {
      let (name, first) = (file.header[index], file.header[other])
      let both: Message =
        name.lowercased() == first.lowercased()
        ? "there are two columns \(quoted: name)"
        : "\(quoted: name) means the same as \(quoted: first)"
      let isKept = isChosen || ImportColumn.isMoreUsual(name, than: first)
      let spare = isKept ? other : index
      if isKept { places[column] = index }
      if name.lowercased() != first.lowercased() { surplus.insert(spare) }
      let skip: Message = "\(both); skip one with `\(command: ignoring(spare))`"
      let sale = isKept ? index : other
      return ImportProblem(
        row: file.headerRow, column: file.columnName(index),
        column == .price && areListAndSale(file.header[spare], file.header[sale])
          ? """
          \(skip), or, if it is the price before a discount, use \
          `\(command: mapping(sale, to: .salePrice))`
          """
          : skip)
    }
    indices[column] = index
    places[column] = index
    return nil
  }

  /// Whether of two columns of prices, of which none was chosen, one has those before a discount, and no
  /// column those after it.
  private func areListAndSale(_ list: String, _ sale: String) -> Bool {
    !isPriceChosen && ImportColumn.isListPrice(list) && !ImportColumn.isListPrice(sale)
      && !file.header.contains { ImportColumn(named: $0) == .salePrice }
  }

  /// The option that gives a column a meaning.
  func mapping(_ index: Int, to column: ImportColumn) -> String {
    "--map \(TypedCommand.argument("\(file.word(for: index))=\(column.name)"))"
  }

  /// Refuses prices of which only a title or the name of their column says that they are thousands.
  private func thousands() -> [ImportProblem] {
    let columns = [ImportColumn.price, .salePrice, .discount].filter { places[$0] != nil }
    let named = columns.compactMap { column in
      title(of: column).map { (text: $0, row: file.headerRow, column: name(of: column)) }
    }.filter { TableShape.isThousands($0.text) }
    let titles: [(text: String, row: Int?, column: String?)] =
      columns.isEmpty ? [] : shape.unit.map { [($0.text, $0.row, nil)] } ?? []
    return (titles + named).map { text, row, column in
      ImportProblem(
        row: row, column: column,
        """
        \(quoted: text): these amounts are thousands of won; write whole amounts such as \
        \(formatted: "12000"), and take the unit away
        """)
    }
  }

  /// Whether a column says which listing a row is.
  var namesListings: Bool { has(.id) || has(.code) || has(.name) }

  private func missing() -> [ImportProblem] {
    if !namesListings, shape.hasLetters {
      return [ImportProblem(row: nil, column: nil, TableShape.noNames)]
    }
    if !namesListings {
      let text: Message =
        file.header.count == 1
        ? "the file has one column only; separate its columns by commas or tabs"
        : """
        no column says which listings these are: name one \(formatted: "id"), \
        \(formatted: "code") or, for new listings, \(formatted: "name")
        """
      return [ImportProblem(row: file.headerRow, column: nil, text)]
    }
    if has(.discountedPrice), !has(.discount), !has(.salePrice) {
      return [
        ImportProblem(
          row: file.headerRow, column: indices[.discountedPrice].map(file.columnName),
          """
          \(formatted: "discounted_price") is the API's name for the amount off: name the column \
          \(formatted: "discount") if it is that, \(formatted: "sale_price") if it is what buyers \
          pay
          """)
      ]
    }
    return []
  }

  private func skipped(_ choices: Choices, _ problems: inout [ImportProblem]) -> Set<Int> {
    var skipped: Set<Int> = []
    for name in choices.ignored {
      if let index = file.index(of: name) {
        skipped.insert(index)
      } else if !Self.isPattern(name) {
        problems.append(noColumn(name))
      }
    }
    return skipped
  }
}

// Names of columns.
extension ColumnMap {
  /// Whether the file has a column with this meaning, or a value for all its rows.
  func has(_ column: ImportColumn) -> Bool { indices[column] != nil }

  /// Whether the file has columns that are no listing's, as those of other programs do.
  var isForeign: Bool { !left.isEmpty || shape.layout != nil }

  /// The columns with photos, in order.
  var photoColumns: [ImportColumn] {
    (indices[.photos] == nil ? [] : [.photos])
      + indices.keys.compactMap { column -> Int? in
        if case .photo(let number) = column { number } else { nil }
      }.sorted().map { .photo($0) }
  }

  /// The name of a column for errors, such as `C`.
  func name(of column: ImportColumn) -> String? { places[column].map(file.columnName) }

  /// The title of a column in the file.
  func title(of column: ImportColumn) -> String? {
    places[column].map { file.header[$0] } ?? (has(column) ? column.name : nil)
  }

  /// The option that skips the column of a meaning.
  func ignoring(_ column: ImportColumn) -> String? { places[column].map(ignoring) }

  /// The option that skips a column.
  func ignoring(_ index: Int) -> String {
    "--ignore \(TypedCommand.argument(file.word(for: index)))"
  }

  private static func isPattern(_ text: String) -> Bool { text.contains { "*?".contains($0) } }

  /// Whether a name has a pattern with `*` and `?`, in any letter case.
  private static func matches(_ name: String, _ pattern: String) -> Bool {
    fnmatch(pattern.lowercased(), name.lowercased(), 0) == 0
  }

  private func noColumn(_ name: String) -> ImportProblem {
    ImportProblem(row: file.headerRow, column: nil, "there is no column \(quoted: name)")
  }

  private static func noField(_ name: String) -> Message {
    let known: [ImportColumn] = [
      .id, .code, .name, .description, .currency, .price, .discount, .salePrice, .stock, .photos,
      .option(1),
    ]
    return """
      there is no field \(quoted: name): name one of \
      \(formatted: known.map(\.name).joined(separator: ", "))
      """
  }
}
