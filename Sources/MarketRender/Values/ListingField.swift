import Foundation
import MarketWire

/// A field of a listing, with its key in every format for programs.
public enum ListingField: String, CaseIterable, Sendable {
  case id
  case code
  case name
  case description
  case currency
  case price
  case discount
  case salePrice = "sale_price"
  case stock
  case shop
  case createdAt = "created_at"
  case editedAt = "edited_at"
  case thumbnail
  case pictures
  // The seller's own fields, which are written only if they are selected.
  case starred
  case rating
  case notes
  case change
  /// The files in which `export` saved the pictures.
  case photos

  /// The fields without ``starred`` and those after it.
  static let standard: [ListingField] = Array(allCases.prefix { $0 != .starred })

  /// The fields of a TSV row without `--fields`: the short ones.
  static let brief: [ListingField] = [
    .id, .code, .name, .currency, .price, .discount, .salePrice, .stock, .shop, .createdAt,
  ]

  /// The keys of all fields that any list has, in order.
  public static let keys = allCases.map(\.rawValue).filter { $0 != photos.rawValue }
  /// The keys of the fields that come from the seller's notebook.
  public static let notebookKeys = Set(keys)
    .subtracting(standard.map(\.rawValue))

  /// The keys of earlier versions, which `--fields` still accepts.
  private static let formerKeys = ["ref": "code", "sku": "code", "seller": "shop"]

  /// The key of a field that `--fields` names by its key or by a former key.
  public static func key(named name: String) -> String { formerKeys[name] ?? name }

  var isDate: Bool { self == .createdAt || self == .editedAt }

  /// The value of a field, not yet formatted.
  enum Value {
    /// `null` in JSON, empty elsewhere.
    case missing
    case integer(Int)
    case flag(Bool)
    case amount(Decimal)
    case text(String)
    /// A day in UTC.
    case day(WireDate)
    /// An exact date and time.
    case moment(WireDate)
    case pictures([ProductImage])
    case notes([ListingMarks.Note])
  }

  func value(of row: ListingRow) -> Value {
    switch self {
    // The listing of a dry run has no id.
    case .id: return row.product.id > 0 ? .integer(row.product.id) : .missing
    case .code: return Self.text(row.code)
    case .name: return .text(row.product.name)
    case .description: return Self.text(row.product.description)
    case .currency: return Self.text(row.product.currency?.rawValue)
    case .price: return Self.amount(row.product.price)
    case .discount: return Self.amount(row.product.discount)
    case .salePrice: return Self.amount(row.product.salePrice)
    case .stock: return row.product.stock.map(Value.integer) ?? .missing
    case .shop: return Self.text(row.product.vendor.name)
    case .createdAt: return Self.date(row.product.createdAtExact, or: row.product.createdAt)
    case .editedAt: return Self.date(row.product.issuedAtExact, or: row.product.issuedAt)
    case .thumbnail: return Self.text(row.product.thumbnail)
    case .pictures: return row.product.pictures.map(Value.pictures) ?? .missing
    case .starred: return .flag(row.marks.isStarred)
    case .rating: return row.marks.rating.map { .amount(Self.tenths($0)) } ?? .missing
    case .notes: return .notes(row.marks.notes)
    case .photos: return row.photos.isEmpty ? .missing : .text(row.photos.joined(separator: ";"))
    case .change:
      return row.marks.updates.isEmpty
        ? .missing : .text(row.marks.updates.map(\.word).joined(separator: " "))
    }
  }

  private static func tenths(_ value: Double) -> Decimal {
    Decimal(Int((value * 10).rounded())) / 10
  }

  private static func text(_ text: String?) -> Value { text.map(Value.text) ?? .missing }

  private static func amount(_ money: Money?) -> Value {
    guard let amount = money?.amount, amount.isFinite else { return .missing }
    return .amount(amount)
  }

  private static func date(_ exact: WireDate?, or day: WireDate?) -> Value {
    exact.map(Value.moment) ?? day.map(Value.day) ?? .missing
  }
}
