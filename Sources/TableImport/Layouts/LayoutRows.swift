import CommandLanguage
import Foundation
import MarketWire
import Messages
import SheetFiles

/// Makes rows of listings of the rows of another program's file: the cells of its fields are appended
/// to those of the file, so that the rest of `import` reads them like any other columns.
///
/// Rows are in memory one product at a time, apart from those that describe variants elsewhere.
final class LayoutRows {
  private let layout: TableLayout
  private let columns: LayoutColumns
  let source: TableRows
  private let width: Int
  /// The codes of the seller's listings.
  private let known: Set<String>
  /// Whether codes of the table are those of products rather than of their variants.
  private let hasProductCodes: Bool
  /// The codes of listings that rows of the product have.
  private var kept: Set<String> = []
  /// The day that sale prices are compared with, such as `2026-11-26`.
  private let today: String
  /// Whether the seller says how many there are of what is not counted.
  private let setsStock: Bool
  /// The rows that describe variants, by the keys that these name.
  private var parents: [String: SheetRow] = [:]
  /// The first row of the next product.
  private var pending: SheetRow?
  private var ready: ArraySlice<SheetRow> = []
  /// What was left out or changed, for the plan.
  private(set) var counts = Counts()

  /// How many rows were treated in a special way.
  struct Counts {
    var notForSale = 0
    var photosOnly = 0
    var variants = 0
    var changedCodes = 0
    var sharedStocks = 0
    var photosLeftOut = 0
  }

  init(
    _ shape: TableShape, _ layout: TableLayout, _ columns: LayoutColumns, known: Set<String>,
    today: String, setsStock: Bool = false
  ) throws(SheetError) {
    self.layout = layout
    self.known = known
    hasProductCodes = columns.areOfOwnTable && columns.sharesCodes(in: shape.samples)
    self.today = today
    self.setsStock = setsStock
    self.columns = columns
    width = shape.file.header.count
    if let parentRow = columns.parentRow, !columns.parentKeys.isEmpty {
      let rows = try shape.rows()
      while let row = try rows.next() {
        guard LayoutColumns.isTrue(parentRow, row) else { continue }
        for (prefix, index) in columns.parentKeys where !row[index].isBlank {
          parents[prefix + row[index].text] = row
        }
      }
    }
    source = try shape.rows()
  }

  func next() throws(SheetError) -> SheetRow? {
    while ready.isEmpty {
      guard let group = try nextGroup() else { return nil }
      ready = listings(of: group)[...]
    }
    return ready.removeFirst()
  }

  /// The rows of the next product.
  private func nextGroup() throws(SheetError) -> [SheetRow]? {
    guard let first = try pendingOrNext() else { return nil }
    pending = nil
    var group = [first]
    while let row = try source.next() {
      guard continues(row, first) else {
        pending = row
        break
      }
      group.append(columns.areOfOwnTable ? inheriting(row, from: group[group.count - 1]) : row)
    }
    return group
  }

  /// A row below the name of its product, with what is written once above it: its code, and the
  /// options in front of its own.
  private func inheriting(_ row: SheetRow, from above: SheetRow) -> SheetRow {
    guard let head = columns.head, row[head].isBlank else { return row }
    var row = row
    let codes = columns.index(of: .code).map { [$0] } ?? []
    for index in codes.filter({ row[$0].isBlank })
      + columns.options.prefix(while: { row[$0].isBlank })
    where index < row.cells.count {
      row.cells[index] = above[index]
    }
    return row
  }

  private func pendingOrNext() throws(SheetError) -> SheetRow? {
    if let pending { return pending }
    return try source.next()
  }

  private func continues(_ row: SheetRow, _ first: SheetRow) -> Bool {
    if let head = columns.head, row[head].isBlank, !first[head].isBlank {
      return !columns.areOfOwnTable || hasOption(row)
    }
    return key(of: first).map { row[$0].text == first[$0].text } ?? false
  }

  /// The column with the key of a product.
  private func key(of product: SheetRow) -> Int? {
    columns.keys.first { !product[$0].isBlank }
  }

  private func listings(of group: [SheetRow]) -> [SheetRow] {
    let first = group[0]
    let offered = group.filter { !isSkipped($0, of: first) }
    counts.notForSale += group.count - offered.count
    let photos = self.photos(of: group)
    var variants = offered.filter { isVariant($0) }
    counts.photosOnly += offered.count - variants.count
    let namesAll = columns.options.contains { first[$0].text.contains(";") }
    if layout.hasHeads, variants.count > 1, namesAll || columns.cell(.price, of: first).isBlank {
      variants.removeFirst()
    }
    kept = []
    var codes: Set<String> = []
    let shared = Set(
      variants.map { columns.cell(.code, of: $0).text }
        .filter { !codes.insert($0).inserted && !$0.isEmpty })
    return variants.flatMap { row -> [SheetRow] in
      if let parents = columns.parentRow, LayoutColumns.isTrue(parents, row) { return [] }
      let product = parent(of: row) ?? first
      return listings(
        of: row,
        Product(
          row: product,
          photos: product.number == first.number ? photos : self.photos(of: [row, product]),
          sharedCodes: shared, isAlone: variants.count == 1))
    }
  }

  /// Whether a row is not for sale: by itself, by the row that has what it leaves blank, or by its
  /// parent.
  private func isSkipped(_ row: SheetRow, of first: SheetRow) -> Bool {
    columns.skips.contains { condition in
      let isOwn = condition.indices.contains { !row[$0].isBlank }
      return LayoutColumns.isTrue(condition, isOwn ? row : first)
        || layout.hasHeads && LayoutColumns.isTrue(condition, first)
        || parent(of: row).map { LayoutColumns.isTrue(condition, $0) } ?? false
    }
  }

  private func photos(of rows: [SheetRow]) -> [String] {
    unique(rows.flatMap { columns.texts(.photos, of: $0) }.flatMap(PhotoNames.split))
  }

  private func isVariant(_ row: SheetRow) -> Bool {
    let fields: [ImportColumn] = [.code, .price, .salePrice, .name]
    return columns.areOfOwnTable || fields.contains { !columns.cell($0, of: row).isBlank }
      || hasOption(row)
  }

  private func hasOption(_ row: SheetRow) -> Bool {
    columns.options.contains { !row[$0].isBlank }
  }

  private func parent(of row: SheetRow) -> SheetRow? {
    columns.parent.flatMap { parents[row[$0].text] }
  }

  private func unique(_ texts: [String]) -> [String] {
    var seen: Set<String> = []
    return texts.filter { seen.insert($0).inserted }
  }
}

// One listing.
extension LayoutRows {
  /// What the variants of a product share.
  private struct Product {
    let row: SheetRow
    /// Those of all its rows.
    let photos: [String]
    /// The codes that several of them have.
    let sharedCodes: Set<String>
    let isAlone: Bool
  }

  private func listings(of row: SheetRow, _ shared: Product) -> [SheetRow] {
    let product = shared.row
    var cells: [ImportColumn: SheetCell] = [:]
    for field in columns.fields {
      let own = columns.cell(field, of: row)
      let isShared =
        [.name, .description, .currency].contains(field)
        || columns.surcharge != nil && [.price, .discount].contains(field)
      cells[field] = own.isBlank && isShared ? columns.cell(field, of: product) : own
    }
    cells[.photos] = photos(of: row, and: shared)
    setPrices(&cells, row)
    if let surcharge = columns.surcharge, !row[surcharge].isBlank, let price = cells[.price] {
      cells[.price] = LayoutPrices.sum(price, row[surcharge].text)
    }
    if layout.hasEscapedBreaks, let text = cells[.description]?.text {
      cells[.description] = text.isEmpty ? .empty : .text(text.replacing("\\n", with: "\n"))
    }
    if let stock = cells[.stock] { cells[.stock] = self.stock(stock, row, product) }
    if cells[.currency]?.isBlank ?? true, let currency = columns.currency {
      cells[.currency] = .text(currency)
    }
    // Attributes of a product without variants only describe it.
    let values = columns.parent == nil || parent(of: row) != nil ? optionValues(row) : []
    let name = columns.cell(.name, of: product).text
    if !values.isEmpty, !name.isEmpty {
      counts.variants += 1
      let unreadable = ([cells[.name] ?? .empty] + columns.options.map { row[$0] }).first(
        where: \.isUnreadable)
      cells[.name] = unreadable ?? .text("\(name) – \(values.joined(separator: " / "))")
    }
    cells[.code] = code(cells[.code], of: shared, values)
    return lists(cells, row).map { append($0, to: row) }
  }

  /// How many there are, as far as a row says it.
  private func stock(_ cell: SheetCell, _ row: SheetRow, _ product: SheetRow) -> SheetCell {
    if let uncounted = columns.uncounted, LayoutColumns.isTrue(uncounted, row) {
      return .text("not tracked")
    }
    if cell.text.hasPrefix("-") { return .number("0") }
    if let inStock = columns.inStock, !row[inStock].isBlank, cell.isBlank {
      if row[inStock].text == "0" { return .number("0") }
      return setsStock ? .text("not tracked") : cell
    }
    guard cell.text.lowercased() == "parent" else { return cell }
    counts.sharedStocks += 1
    return columns.cell(.stock, of: product)
  }

  private func append(_ cells: [ImportColumn: SheetCell], to row: SheetRow) -> SheetRow {
    var row = row
    row.cells = (0..<width).map { row[$0] } + columns.fields.map { cells[$0] ?? .empty }
    return row
  }

  /// The photos of a row, and behind them those that its product has besides.
  private func photos(of row: SheetRow, and product: Product) -> SheetCell {
    let most = ListingLimits.imageCount.upperBound
    var chosen = photos(of: [row])
    let others = product.photos.lazy.filter { !chosen.contains($0) }
    chosen += Array(others.prefix(max(most - chosen.count, 0)))
    counts.photosLeftOut += max(product.photos.count - most, 0)
    return chosen.isEmpty ? .empty : .text(chosen.prefix(most).joined(separator: "\n"))
  }

  /// The values that name a variant; `Color=Blue|Size=M` has two.
  private func optionValues(_ row: SheetRow) -> [String] {
    columns.options.flatMap { index -> [String] in
      let text = row[index].text.trimmingCharacters(in: .whitespaces)
      // The values of all variants name none.
      guard text.contains("=") else { return text.contains(";") ? [] : [text] }
      let pairs = text.trimmingCharacters(in: ["[", "]"]).split { "|;,".contains($0) }
      return pairs.map { String($0.split(separator: "=").last ?? "") }
    }.map { $0.trimmingCharacters(in: .whitespaces) }
      .filter { !$0.isEmpty && !layout.plainOptions.contains($0.lowercased()) }
  }

  /// The price without the reduction, and what buyers pay: a price that is not above the other one is
  /// no price of its own, nor is a sale price of 0, and a sale counts only on its days. Days that cannot be
  /// compared make the sale price one that cannot be read.
  private func setPrices(_ cells: inout [ImportColumn: SheetCell], _ row: SheetRow) {
    guard var sale = cells[.salePrice], let price = cells[.price] else { return }
    if LayoutPrices.amount(sale) == 0
      || columns.sales.map({ !LayoutColumns.isTrue($0, row) }) ?? false
    {
      sale = .empty
    }
    let days = columns.saleDays.flatMap { LayoutPrices.days(row[$0].text) }
    if !sale.isBlank, days.contains(where: { !$0.isEmpty && !LayoutPrices.isDay($0) }) {
      cells[.salePrice] = .text("\(sale.text) (\(days.joined(separator: " – ")))")
      return
    }
    let isOutside =
      days.count == 2
      && (!days[0].isEmpty && days[0] > today || !days[1].isEmpty && days[1] < today)
    if price.isBlank { cells[.price] = sale }
    if sale.isBlank || isOutside { cells[.salePrice] = cells[.price] }
    guard !price.isBlank, !sale.isBlank, !isOutside, let full = LayoutPrices.amount(price),
      let reduced = LayoutPrices.amount(sale), full < reduced
    else { return }
    cells[.price] = sale
  }

  /// The code of a row, with `-` for what a code cannot have; without one of its own, that of its
  /// product and its variant.
  private func code(_ cell: SheetCell?, of shared: Product, _ values: [String]) -> SheetCell {
    let own = (cell?.text ?? "").trimmingCharacters(in: .whitespacesAndNewlines)
    // What a spreadsheet program made of a code is no code.
    if let cell, cell.isSpoiled { return cell }
    // A blank cell of a table with codes changes none.
    let key = columns.areOfOwnTable ? nil : key(of: shared.row)
    let base = own.isEmpty ? key.map { shared.row[$0].text } ?? "" : own
    let plain = Self.code(base)
    if !plain.isEmpty, !values.isEmpty {
      let isOfProduct =
        own.isEmpty ? !shared.isAlone : hasProductCodes || shared.sharedCodes.contains(own)
      let code = code(base, values, isOfProduct: isOfProduct)
      if code != plain { return .text(code) }
    }
    guard !own.isEmpty else { return plain.isEmpty ? .empty : .text(plain) }
    if plain == own, let cell { return cell }
    // A cell may have the codes of all variants.
    if columns.lists["codes"] == nil { counts.changedCodes += 1 }
    return .text(plain)
  }

  /// The code of a variant: that which a listing has, as the other variants may come and go, otherwise
  /// with its values if the code is that of the product.
  private func code(_ base: String, _ values: [String], isOfProduct: Bool) -> String {
    let (plain, whole) = (Self.code(base), Self.code(([base] + values).joined(separator: "-")))
    if known.contains(whole) { return whole }
    if known.contains(plain), kept.insert(plain).inserted { return plain }
    return isOfProduct ? whole : plain
  }

  static func code(_ text: String) -> String {
    let parts = text.split { !($0.isLetter || $0.isNumber || "-_.".contains($0)) }
    return parts.joined(separator: "-")
  }

  /// The values of a list in a cell; nil if there are not as many as variants.
  private func values(_ key: String, of row: SheetRow, count: Int) -> [String]? {
    guard let index = columns.lists[key]?.first else { return nil }
    let parts = row[index].text.split { ",\n".contains($0) }.map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    return parts.count == count ? parts : nil
  }

  /// The listings of a cell with a list of variants.
  private func lists(_ cells: [ImportColumn: SheetCell], _ row: SheetRow) -> [[ImportColumn:
    SheetCell]]
  {
    let texts = (columns.lists["names"] ?? []).map { row[$0].text }.filter { !$0.isEmpty }
    let names = VariantNames.combinations(of: texts)
    let base = cells[.code]?.text ?? ""
    guard !names.isEmpty else { return [cells] }
    // One that is left is still the variant that was listed.
    let areVariants = names.count > 1 || known.contains(Self.code("\(base)-\(names[0])"))
    func values(_ key: String) -> [String]? { self.values(key, of: row, count: names.count) }
    var cells = cells
    let (codes, stocks, more) = (values("codes"), values("stocks"), values("prices"))
    if let list = columns.lists["stocks"]?.first, list != columns.index(of: .stock),
      !row[list].isBlank, stocks == nil
    {
      cells[.stock] = .text("\(row[list].text) (\(names.count))")
    }
    let extras = columns.lists["prices"]?.first.map { row[$0].text } ?? ""
    if !extras.isEmpty { cells[.discount] = LayoutPrices.discount(in: cells) }
    if areVariants {
      counts.variants += names.count
      if stocks == nil { counts.sharedStocks += 1 }
    }
    return names.indices.map { index in
      var cells = cells
      if areVariants, let name = cells[.name], !name.isUnreadable {
        cells[.name] = .text("\(name.text) – \(names[index])")
      }
      if let codes {
        cells[.code] = .text(Self.code(codes[index]))
      } else if areVariants, !base.isEmpty, cells[.code]?.isSpoiled == false {
        cells[.code] = .text(code(base, [names[index]], isOfProduct: true))
      }
      if let stocks { cells[.stock] = .text(stocks[index]) }
      LayoutPrices.add(extras, more?[index], to: &cells)
      return cells
    }
  }
}
