/// Listings in rows, fitted to the window.
import MarketWire
import TerminalKit

/// The table of a `ProductListing`.
struct ProductTable {
  let listing: ProductListing
  let viewport: Viewport
  private var cells: ProductCells { ProductCells(viewport: viewport) }
  private var theme: Theme { viewport.theme }

  /// Heading, rows and footer; nothing for a listing without rows.
  func lines(fields: [ProductField]?) -> [StyledText] {
    guard !listing.rows.isEmpty else { return [] }
    let words = ListingWords(listing: listing, viewport: viewport, showsDays: showsDays(fields))
    return words.heading + [""] + body(fields) + [""] + words.footer
  }

  /// Whether a date is to be seen, so that the footer says whose days these are.
  private func showsDays(_ fields: [ProductField]?) -> Bool {
    if let fields { return fields.contains(.createdAt) || fields.contains(.editedAt) }
    guard !viewport.prefersLabels else { return true }
    return standardTable.titles(fitting: viewport.columns)?.contains("date") ?? true
  }

  private func body(_ fields: [ProductField]?) -> [StyledText] {
    let chosen = fields.map(chosenTable)
    if !viewport.prefersLabels,
      let lines = (chosen ?? standardTable).lines(width: viewport.columns, theme: theme)
    {
      return lines
    }
    return (chosen ?? labelTable).labelLines(viewport: viewport)
  }

  /// Marks, id, code, name, prices, stock, seller and date; a column without any content is left
  /// out. The old price and the percentage have columns of their own, so that what is to pay lines
  /// up.
  private var standardTable: TextTable {
    var table = TextTable(rowCount: listing.rows.count)
    func add(_ column: TextTable.Column, always: Bool = true, _ cell: (ProductRow) -> StyledText) {
      table.add(column, listing.rows.map(cell), unlessEmpty: !always)
    }
    let cells = cells
    add(.init(title: ""), always: false) { cells.marks($0, isOwn: listing.isOwn($0)) }
    add(.init(title: "id", alignment: .trailing)) { cells.id($0.product) }
    add(.init(title: "code", shrinksTo: (10, 6), dropOrder: 2), always: false) { cells.code($0) }
    add(.init(title: "name", shrinksTo: (20, 6))) { cells.name($0.product) }
    add(.init(title: "was", alignment: .trailing, dropOrder: 4), always: false) {
      cells.oldPrice($0.product)
    }
    add(.init(title: "price", alignment: .trailing)) { cells.price($0.product) }
    add(.init(title: "off", dropOrder: 5), always: false) { cells.percentage($0.product) }
    add(.init(title: "stock", alignment: .trailing)) { cells.stock($0.product) }
    add(.init(title: "seller", shrinksTo: (10, 8), dropOrder: 3)) { cells.seller($0.product) }
    add(.init(title: "date", dropOrder: 1)) { cells.day($0.product) }
    return table
  }

  /// The same facts for `label: value` lines: marks as words, one line for the price.
  private var labelTable: TextTable {
    var table = TextTable(rowCount: listing.rows.count)
    func add(_ title: String, _ cell: (ProductRow) -> StyledText) {
      table.add(.init(title: title), listing.rows.map(cell), unlessEmpty: false)
    }
    let cells = cells
    add("id") { cells.id($0.product) }
    add("code") { cells.code($0) }
    add("name") { cells.name($0.product).styled(.bold) }
    add("price") { cells.wholePrice($0.product) }
    add("stock") { cells.stock($0.product) }
    add("seller") { cells.seller($0.product) }
    add("date") { cells.day($0.product) }
    add("mark") { cells.markWords($0, isOwn: listing.isOwn($0)) }
    return table
  }

  /// One column a field that `--fields` picked.
  private func chosenTable(_ fields: [ProductField]) -> TextTable {
    let columns = fields.map { field in
      switch field {
      case .id, .price, .discount, .salePrice, .stock:
        TextTable.Column(title: field.rawValue, alignment: .trailing)
      case .description:
        TextTable.Column(title: field.rawValue, shrinksTo: (30, 10), dropOrder: 1)
      default:
        TextTable.Column(title: field.rawValue, shrinksTo: (12, 6))
      }
    }
    let rows = listing.rows.map { row in fields.map { chosenCell($0, row) } }
    return TextTable(columns: columns, rows: rows)
  }

  private func chosenCell(_ field: ProductField, _ row: ProductRow) -> StyledText {
    let product = row.product
    func money(_ money: Money?) -> StyledText {
      StyledText(money.map(viewport.money.text) ?? "–")
    }
    switch field {
    case .name: return cells.name(product)
    case .price: return money(product.price)
    case .discount: return money(product.discount)
    case .salePrice: return money(product.salePrice)
    case .stock: return cells.stock(product)
    case .createdAt: return cells.day(product)
    default: return StyledText(ForeignText(field.value(of: row).plainText).line)
    }
  }

  /// The fields that were picked of one listing, one a line.
  func facts(of row: ProductRow, _ fields: [ProductField]) -> [StyledText] {
    let facts = fields.map { (label: $0.rawValue, value: chosenCell($0, row)) }
    return FactLines(facts: facts, viewport: viewport).lines
  }
}
