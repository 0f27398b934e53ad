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
    let words = ListingWords(listing: listing, viewport: viewport)
    let table = fields.map(chosenTable) ?? standardTable
    let body =
      viewport.prefersLabels ? nil : table.lines(width: viewport.columns, theme: theme)
    return words.heading + [""] + (body ?? table.labelLines(viewport: viewport)) + [""] + words.footer
  }

  /// Marks, id, code, name, prices, stock, seller and date; a column without any content is left
  /// out. The old price and the percentage have columns of their own, so that what is to pay lines
  /// up.
  private var standardTable: TextTable {
    let rows = listing.rows
    var table = TextTable(columns: [], rows: rows.map { _ in [] })
    func add(
      _ title: String, _ alignment: Alignment = .leading, shrinksTo: (Int, Int)? = nil,
      dropOrder: Int? = nil, always: Bool = true, _ cell: (ProductRow) -> StyledText
    ) {
      let column = rows.map(cell)
      guard always || column.contains(where: { !$0.isEmpty }) else { return }
      table.columns.append(
        TextTable.Column(
          title: title, alignment: alignment,
          shrinksTo: shrinksTo.map { (comfortable: $0.0, floor: $0.1) }, dropOrder: dropOrder))
      for (index, cell) in column.enumerated() { table.rows[index].append(cell) }
    }
    let cells = cells
    add("", always: false) { cells.marks($0, isOwn: listing.isOwn($0)) }
    add("id", .trailing) { StyledText(String($0.product.id), theme.quiet) }
    add("code", shrinksTo: (10, 6), dropOrder: 2, always: false) { cells.code($0) }
    add("name", shrinksTo: (20, 6)) { row in
      cells.name(row.product).styled(listing.isOwn(row) ? .bold : .plain)
    }
    add("was", .trailing, dropOrder: 4, always: false) { cells.oldPrice($0.product) }
    add("price", .trailing) { cells.price($0.product) }
    add("off", dropOrder: 5, always: false) { cells.percentage($0.product) }
    add("stock", .trailing) { cells.stock($0.product) }
    add("seller", shrinksTo: (10, 8), dropOrder: 3) { cells.seller($0.product) }
    add("date", dropOrder: 1) { cells.day($0.product) }
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
