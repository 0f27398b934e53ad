import CommandLanguage
import Foundation
import MarketWire
import SheetFiles

/// The columns of a file by what its layout does with them.
struct LayoutColumns: Sendable {
  /// The fields that the layout makes, in the order of the cells that ``LayoutRows`` appends.
  let fields: [ImportColumn]
  /// The columns of the file for each field; several indices in one are joined, as those of a sum or
  /// of an amount with its unit.
  let sources: [ImportColumn: [[Int]]]
  let options: [Int]
  let keys: [Int]
  let head: Int?
  let lists: [String: [Int]]
  let saleDays: [Int]
  let sales: (indices: [Int], values: [String])?
  let uncounted: (indices: [Int], values: [String])?
  let inStock: Int?
  let surcharge: Int?
  let parentRow: (indices: [Int], values: [String])?
  let parent: Int?
  let parentKeys: [(prefix: String, index: Int)]
  let skips: [(indices: [Int], values: [String])]
  /// The currency in the name of a column.
  let currency: String?

  init(_ layout: TableLayout, in header: [String]) {
    let folded = header.map(ImportColumn.folded)
    func indices(_ names: [String]) -> [Int] {
      // Two spellings of a name may be one column.
      var seen: Set<Int> = []
      return names.flatMap { TableLayout.indices(of: $0, in: folded) }
        .filter { seen.insert($0).inserted }
    }
    let condition = { (c: TableLayout.Condition) in (indices: indices(c.columns), values: c.values)
    }
    var sources = Self.sources(layout, indices)
    currency =
      indices(layout.currencyNames).lazy.compactMap { index in
        header[index].firstMatch(of: /[Cc]urrency=([A-Z]{3})/).map { String($0.1) }
      }.first ?? layout.currency
    if sources[.currency]?.isEmpty ?? true, currency != nil { sources[.currency] = [[]] }
    let found = sources.filter { !$0.value.isEmpty }
    let isNamed = layout.columns.contains { $0.field == .currency }
    self.sources = found
    fields =
      layout.columns.map(\.field).filter { found[$0] != nil }
      + (currency != nil && !isNamed ? [.currency] : [])
    options = indices(layout.options)
    keys = indices(layout.keys)
    head = indices(layout.heads).first
    lists = layout.lists.mapValues(indices)
    saleDays = indices(layout.saleDays)
    sales = layout.sales.map(condition)
    uncounted = layout.uncounted.map(condition)
    inStock = indices(layout.inStock).first
    surcharge = indices(layout.surcharges).first
    parentRow = layout.parents.map(condition)
    parent = layout.parentColumn.flatMap { indices($0.names).first }
    parentKeys =
      layout.parentColumn?.keys.flatMap { key in
        indices([key.column]).map { (key.prefix, $0) }
      } ?? []
    skips = layout.skips.map(condition)
  }

  /// The columns of a table whose rows of one name are variants; nil if it has no options.
  ///
  /// Only what these rows share is made of them: everything else of a row is its own.
  init?(variantsOf places: [ImportColumn: Int], photos: [ImportColumn]) {
    options = (1...ImportColumn.optionCount).compactMap { places[.option($0)] }
    guard !options.isEmpty, let name = places[.name] else { return nil }
    var sources: [ImportColumn: [[Int]]] = [:]
    for field in [ImportColumn.code, .name, .description, .currency] {
      sources[field] = places[field].map { [[$0]] }
    }
    if !photos.isEmpty { sources[.photos] = photos.compactMap { places[$0].map { [$0] } } }
    self.sources = sources
    fields = [.code, .name, .description, .currency, .photos].filter { sources[$0] != nil }
    (keys, head) = ([name], name)
    (lists, saleDays, skips) = ([:], [], [])
    (parentRow, parent, parentKeys, currency) = (nil, nil, [], nil)
    (sales, uncounted, inStock, surcharge) = (nil, nil, nil, nil)
  }

  /// Whether they are those of ``init(variantsOf:photos:)``: every known layout has a price.
  var areOfOwnTable: Bool { sources[.price] == nil && sources[.salePrice] == nil }

  /// Whether rows of one product, each directly below the other, have one code.
  func sharesCodes(in rows: [SheetRow]) -> Bool {
    guard let code = index(of: .code), let name = index(of: .name) else { return false }
    return zip(rows, rows.dropFirst()).contains { above, row in
      row[name].isBlank
        ? row[code].isBlank
        : row[name].text == above[name].text && row[code].text == above[code].text
          && !row[code].isBlank
    }
  }

  private static func sources(
    _ layout: TableLayout, _ indices: ([String]) -> [Int]
  ) -> [ImportColumn: [[Int]]] {
    var sources: [ImportColumn: [[Int]]] = [:]
    for (field, names) in layout.columns {
      let found = names.map { name in
        name.hasSuffix("*")
          ? indices([name]) : name.components(separatedBy: " & ").flatMap { indices([$0]) }
      }
      sources[field] = found.filter { !$0.isEmpty }
    }
    return sources
  }

  /// The first column of a field, which names it in errors.
  func index(of field: ImportColumn) -> Int? { sources[field]?.lazy.compactMap(\.first).first }

  /// The first value of a field in a row; several columns of it are joined.
  func cell(_ field: ImportColumn, of row: SheetRow) -> SheetCell {
    for indices in sources[field] ?? [] {
      let cells = indices.map { row[$0] }.filter { !$0.isBlank }
      // A unit without an amount says nothing.
      guard let first = cells.first, field == .stock || !row[indices[0]].isBlank else { continue }
      if cells.count == 1 {
        // Whether an amount without its unit is a percentage is not known.
        let lacksUnit =
          field == .discount && indices.count > 1
          && first.text.allSatisfy { $0.isNumber || ".,".contains($0) }
        return lacksUnit && LayoutPrices.amount(first) != 0 ? .text("\(first.text) (%?)") : first
      }
      guard field == .stock else {
        let units = cells.dropFirst().map { ImportColumn.unitSign($0.text) ?? $0.text }
        return .text(first.text + units.joined())
      }
      let counts = cells.compactMap { try? MoneyReader.read($0.text).amount }
      return counts.count == cells.count ? .number("\(counts.reduce(0, +))") : first
    }
    return .empty
  }

  /// All values of a field in a row, such as those of photos.
  func texts(_ field: ImportColumn, of row: SheetRow) -> [String] {
    (sources[field] ?? []).flatMap { $0 }.map { row[$0] }.filter { !$0.isBlank }.map(\.text)
  }

  static func isTrue(_ condition: (indices: [Int], values: [String]), _ row: SheetRow) -> Bool {
    condition.indices.contains { index in
      condition.values.contains(
        row[index].text.trimmingCharacters(in: .whitespaces).lowercased())
    }
  }
}

extension SheetCell {
  /// Whether the cell has nothing but blanks.
  var isBlank: Bool { text.allSatisfy(\.isWhitespace) }

  /// Whether a code is no longer what a person wrote: unreadable, or rounded as `8.80123E+12`.
  var isSpoiled: Bool {
    isUnreadable
      || text.utf8.contains(UInt8(ascii: "+"))
        && text.contains(/^\s*[0-9]([.,][0-9]+)?[eE]\+[0-9]+\s*$/)
  }

  /// Whether it has no text that a person wrote: a date, or the error of a formula.
  var isUnreadable: Bool {
    switch self {
    case .date, .error: true
    default: CellValue.errors.contains(text)
    }
  }
}
