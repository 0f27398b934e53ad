import Formatting
import MarketWire
public import Messages
import TerminalKit

/// A column of a table of listings, with its cell for each listing.
struct ListingColumn {
  var column: TextTable.Column
  /// Whether the column is shown even if all of its cells are empty.
  var isAlwaysShown = true
  var cell: (ListingRow) -> StyledText
}

/// The columns of a table of listings.
struct ListingColumns {
  /// The key of the column that marks the seller's own listings.
  static let markKey = "mark"
  static let shopKey = "shop"
  /// The columns of a window that is not narrow.
  private static let roomy = 60

  let viewport: Viewport
  let own: OwnShop?
  /// Whether a column names the thumbnails.
  var namesPictures = false
  /// Whether all listings are the seller's own, so that neither a mark nor the shop says so.
  var isOwnOnly = false
  private var cells: ListingCells { ListingCells(viewport: viewport) }

  /// The columns of a table without selected fields.
  ///
  /// The old price and the percentage have columns of their own, so that prices are aligned.
  var standard: [ListingColumn] {
    all.filter { !isOwnOnly || ![Self.markKey, Self.shopKey].contains($0.column.key) }
  }

  private var all: [ListingColumn] {
    let cells = cells
    return signs + [
      column("id", "id", .trailing) { cells.id($0.product) },
      column("code", "code", shrinksTo: (10, 6), dropOrder: 3, isAlwaysShown: false) {
        cells.code($0)
      },
      column("name", .listingName, shrinksTo: (32, 6)) { cells.name($0.product) },
      column("was", "was", .trailing, dropOrder: 4, isAlwaysShown: false) {
        cells.oldPrice($0.product)
      },
      column("price", "price", .trailing) { cells.price($0.product) },
      column("off", "off", .trailing, dropOrder: 5, isAlwaysShown: false) {
        cells.percentage($0.product)
      },
      column("stock", "stock", .trailing) { cells.stock($0.product) },
      // What the seller noted, and what has changed.
      column("rating", "rating", .trailing, dropOrder: 6, isAlwaysShown: false) {
        cells.rating($0)
      },
      column("change", "change", shrinksTo: (12, 9), dropOrder: 7, isAlwaysShown: false) {
        cells.updates($0)
      },
      column(Self.shopKey, "shop", shrinksTo: (10, 8), dropOrder: 2) { cells.shop($0.product) },
      column(ListingField.createdAt.rawValue, "date", dropOrder: 1) { cells.day($0.product) },
    ] + picture
  }

  private func column(
    _ key: String, _ title: Message?, _ alignment: Alignment = .leading,
    shrinksTo: (comfortable: Int, minimum: Int)? = nil, dropOrder: Int? = nil,
    isAlwaysShown: Bool = true, cell: @escaping (ListingRow) -> StyledText
  ) -> ListingColumn {
    ListingColumn(
      column: TextTable.Column(
        key: key, title: title.map(self.title) ?? "", alignment: alignment, shrinksTo: shrinksTo,
        dropOrder: dropOrder), isAlwaysShown: isAlwaysShown, cell: cell)
  }

  /// The columns of the signs for own and starred listings; in a narrow window one column, in which
  /// the star comes first.
  private var signs: [ListingColumn] {
    let (cells, own) = (cells, own)
    let mark: (ListingRow) -> StyledText = { cells.mark(isOwn: own?.owns($0.product) ?? false) }
    guard !isOwnOnly, viewport.columns ?? Self.roomy < Self.roomy else {
      return [
        column(Self.markKey, nil, isAlwaysShown: false, cell: mark),
        column("star", nil, isAlwaysShown: false) { cells.star($0) },
      ]
    }
    return [
      column(Self.markKey, nil, isAlwaysShown: false) { row in
        row.marks.isStarred ? cells.star(row) : mark(row)
      }
    ]
  }

  private var picture: [ListingColumn] {
    guard namesPictures else { return [] }
    let cells = cells
    return [
      column("photo", "photo", shrinksTo: (16, 8), dropOrder: 0, isAlwaysShown: false) {
        cells.picture($0.product)
      }
    ]
  }

  /// The columns as `label: value` lines: marks as words, one line for the whole price.
  var labels: [ListingColumn] {
    let (cells, own, isOwnOnly) = (cells, own, isOwnOnly)
    func labeled(
      _ title: Message, _ cell: @escaping (ListingRow) -> StyledText
    ) -> ListingColumn {
      column(title.english, title, cell: cell)
    }
    return [
      labeled("id") { cells.id($0.product) },
      labeled("code") { cells.code($0) },
      labeled(.listingName) { cells.name($0.product).styled(.bold) },
      labeled("price") { cells.fullPrice($0.product) },
      labeled("stock") { cells.stock($0.product) },
      labeled("shop") { cells.shop($0.product) },
      labeled("date") { cells.day($0.product) },
      labeled("rating") { cells.rating($0) },
      labeled("change") { cells.updates($0) },
      labeled("mark") { row in
        let isOwn = !isOwnOnly && own?.owns(row.product) ?? false
        return cells.markWords(row, isOwn: isOwn)
      },
    ].filter { !isOwnOnly || $0.column.key != Self.shopKey } + picture
  }

  private func title(_ message: Message) -> String { message.text(in: viewport.catalog) }

  /// One column for each field of `--fields`.
  func selected(_ fields: [ListingField]) -> [ListingColumn] {
    fields.map { field in
      ListingColumn(column: Self.column(field)) { cell(field, $0) }
    }
  }

  private static func column(_ field: ListingField) -> TextTable.Column {
    let key = field.rawValue
    return switch field {
    case .id, .price, .discount, .salePrice, .stock, .rating:
      TextTable.Column(key: key, title: key, alignment: .trailing)
    case .description:
      TextTable.Column(key: key, title: key, shrinksTo: (30, 10), dropOrder: 1)
    case .createdAt, .editedAt:
      TextTable.Column(key: key, title: key, shrinksTo: (10, 10), dropOrder: 2)
    case .shop:
      TextTable.Column(key: key, title: key, shrinksTo: (12, 6), dropOrder: 3)
    default:
      TextTable.Column(key: key, title: key, shrinksTo: (12, 6))
    }
  }

  private func cell(_ field: ListingField, _ row: ListingRow) -> StyledText {
    let product = row.product
    func amount(_ money: Money?) -> StyledText {
      StyledText(money.map(viewport.money.text) ?? "–")
    }
    switch field {
    case .name: return cells.name(product)
    case .price: return amount(product.price)
    case .discount: return amount(product.discount)
    case .salePrice: return amount(product.salePrice)
    case .stock: return cells.stock(product)
    case .createdAt: return cells.day(product)
    case .starred: return cells.star(row)
    case .rating: return cells.rating(row)
    case .change: return cells.updates(row)
    default:
      var writer = RowWriter(format: .tsv, fields: [field])
      writer.append(row)
      return StyledText(String(writer.take().dropLast()))
    }
  }
}

extension Message {
  /// The label of the name of a listing; other names can have another word in a language.
  public static let listingName = Message(count: 1, one: "name", other: "name")
}
