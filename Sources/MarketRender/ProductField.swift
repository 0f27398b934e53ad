/// The fields of a listing in output, in the order and under the names that every format uses.
import Foundation
public import MarketWire

/// A field of a listing, by its key.
public enum ProductField: String, CaseIterable, Sendable {
  case id
  case ref
  case name
  case description
  case currency
  case price
  case discount
  case salePrice = "sale_price"
  case stock
  case seller
  case createdAt = "created_at"
  case editedAt = "edited_at"
  case thumbnail
  case pictures

  /// What a row of TSV holds unless `--fields` says otherwise: everything short.
  static let brief: [ProductField] = [
    .id, .ref, .name, .currency, .price, .discount, .salePrice, .stock, .seller, .createdAt,
  ]

  /// Every key in order.
  public static let keys = allCases.map(\.rawValue)

  /// The value for programs; amounts are exact decimals, what is not known is null.
  public func value(of row: ProductRow) -> JSON {
    let product = row.product
    switch self {
    // One that is not up yet has no number.
    case .id: return product.id > 0 ? .integer(product.id) : .null
    case .ref: return text(row.code)
    case .name: return .string(product.name)
    case .description: return text(product.description)
    case .currency: return text(product.currency?.rawValue)
    case .price: return amount(product.price)
    case .discount: return amount(product.discount)
    case .salePrice: return amount(product.salePrice)
    case .stock: return product.stock.map(JSON.integer) ?? .null
    case .seller: return text(product.vendor.name)
    case .createdAt: return date(product.createdAtExact, or: product.createdAt)
    case .editedAt: return date(product.issuedAtExact, or: product.issuedAt)
    case .thumbnail: return text(product.thumbnail)
    case .pictures: return product.pictures.map { .array($0.map(picture)) } ?? .null
    }
  }

  private func text(_ text: String?) -> JSON { text.map(JSON.string) ?? .null }

  private func amount(_ money: Money?) -> JSON { money.map { .decimal($0.amount) } ?? .null }

  /// The exact moment with its zone, or the day alone.
  private func date(_ exact: WireDate?, or day: WireDate?) -> JSON {
    text(exact?.exactText ?? day?.dayText)
  }

  private func picture(_ picture: Picture) -> JSON {
    .object([
      "id": picture.id.map(JSON.integer) ?? .null,
      "url": .string(picture.url),
      "thumbnail": text(picture.thumbnailURL),
    ])
  }
}
