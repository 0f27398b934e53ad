/// The columns that a table of listings can have.
import MarketWire
import TerminalKit

/// One column with how a listing fills it.
struct ListingColumn {
  var column: TextTable.Column
  /// Whether it stays where no row has anything for it.
  var isAlwaysShown = true
  var cell: (ListingRow) -> StyledText
}

/// Columns for one viewport.
struct ListingColumns {
  let viewport: Viewport
  let own: OwnShop?
  /// Whether the picture that stands for a listing is named.
  var namesPictures = false
  private var cells: ListingCells { ListingCells(viewport: viewport) }

  /// Marks, id, code, name, prices, stock, seller and date. The old price and the percentage have
  /// columns of their own, so that what is to pay lines up.
  var standard: [ListingColumn] {
    let (cells, own) = (cells, own)
    return [
      ListingColumn(column: .init(title: ""), isAlwaysShown: false) {
        cells.mark(isOwn: own?.owns($0.product) ?? false)
      },
      ListingColumn(column: .init(title: "id", alignment: .trailing)) { cells.id($0.product) },
      ListingColumn(
        column: .init(title: "code", shrinksTo: (10, 6), dropOrder: 3), isAlwaysShown: false
      ) { cells.code($0) },
      ListingColumn(column: .init(title: "name", shrinksTo: (20, 6))) { cells.name($0.product) },
      ListingColumn(
        column: .init(title: "was", alignment: .trailing, dropOrder: 4), isAlwaysShown: false
      ) { cells.oldPrice($0.product) },
      ListingColumn(column: .init(title: "price", alignment: .trailing)) {
        cells.price($0.product)
      },
      ListingColumn(
        column: .init(title: "off", alignment: .trailing, dropOrder: 5), isAlwaysShown: false
      ) { cells.percentage($0.product) },
      ListingColumn(column: .init(title: "stock", alignment: .trailing)) {
        cells.stock($0.product)
      },
      ListingColumn(column: .init(title: "seller", shrinksTo: (10, 8), dropOrder: 2)) {
        cells.seller($0.product)
      },
      ListingColumn(column: .init(title: "date", dropOrder: 1)) { cells.day($0.product) },
    ] + picture
  }

  private var picture: [ListingColumn] {
    guard namesPictures else { return [] }
    let cells = cells
    return [
      ListingColumn(
        column: .init(title: "picture", shrinksTo: (16, 8), dropOrder: 0), isAlwaysShown: false
      ) { cells.picture($0.product) }
    ]
  }

  /// The same facts for `label: value` lines: marks as words, one line for the price.
  var labels: [ListingColumn] {
    let (cells, own) = (cells, own)
    func labeled(
      _ title: String, _ cell: @escaping (ListingRow) -> StyledText
    ) -> ListingColumn {
      ListingColumn(column: .init(title: title), cell: cell)
    }
    return [
      labeled("id") { cells.id($0.product) },
      labeled("code") { cells.code($0) },
      labeled("name") { cells.name($0.product).styled(.bold) },
      labeled("price") { cells.wholePrice($0.product) },
      labeled("stock") { cells.stock($0.product) },
      labeled("seller") { cells.seller($0.product) },
      labeled("date") { cells.day($0.product) },
      labeled("mark") { StyledText(own?.owns($0.product) ?? false ? "yours" : "") },
    ] + picture
  }

  /// One column a field that `--fields` picked.
  func chosen(_ fields: [ListingField]) -> [ListingColumn] {
    fields.map { field in
      ListingColumn(column: Self.column(field)) { chosenCell(field, $0) }
    }
  }

  private static func column(_ field: ListingField) -> TextTable.Column {
    switch field {
    case .id, .price, .discount, .salePrice, .stock:
      TextTable.Column(title: field.rawValue, alignment: .trailing)
    case .description:
      TextTable.Column(title: field.rawValue, shrinksTo: (30, 10), dropOrder: 1)
    case .createdAt, .editedAt:
      TextTable.Column(title: field.rawValue, shrinksTo: (10, 10), dropOrder: 2)
    case .seller:
      TextTable.Column(title: field.rawValue, shrinksTo: (12, 6), dropOrder: 3)
    default:
      TextTable.Column(title: field.rawValue, shrinksTo: (12, 6))
    }
  }

  private func chosenCell(_ field: ListingField, _ row: ListingRow) -> StyledText {
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
    default:
      var writer = RowWriter(format: .tsv, fields: [field])
      writer.append(row)
      return StyledText(String(writer.take().dropLast()))
    }
  }
}
