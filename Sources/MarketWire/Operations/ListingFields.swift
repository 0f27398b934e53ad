/// The members that a create or an edit may carry; nil is "not said".
public import Foundation

/// What a seller says of a listing.
public struct ListingFields: Hashable, Sendable {
  /// 3 to 100 UTF-16 units by the document (API 1.5).
  public var name: String?
  /// 10 to 1,000 UTF-16 units by the document (API 1.5).
  public var description: String?
  /// The id of one of the listing's pictures (edit only).
  public var thumbnailID: Int?
  /// The price before the discount, above 0 by the document.
  public var price: Decimal?
  /// The currency of both amounts.
  public var currency: Currency?
  /// What comes off the price: `discounted_price`.
  public var discount: Decimal?
  /// Pieces, 0 or more by the document.
  public var stock: Int?

  /// What is said; the rest is left alone.
  public init(
    name: String? = nil, description: String? = nil, thumbnailID: Int? = nil,
    price: Decimal? = nil, currency: Currency? = nil, discount: Decimal? = nil, stock: Int? = nil
  ) {
    self.name = name
    self.description = description
    self.thumbnailID = thumbnailID
    self.price = price
    self.currency = currency
    self.discount = discount
    self.stock = stock
  }

  /// Whether nothing is said.
  public var isEmpty: Bool { self == ListingFields() }

  /// The members that are said, in the document's order, with the secret last.
  func object(secret: Secret) -> JSONObject {
    var object = JSONObject()
    if let name { object.append("name", .string(name)) }
    if let description { object.append("description", .string(description)) }
    if let thumbnailID { object.append("thumbnail_id", .integer(thumbnailID)) }
    if let price { object.append("price", .decimal(price)) }
    if let currency { object.append("currency", .string(currency.rawValue)) }
    if let discount { object.append("discounted_price", .decimal(discount)) }
    if let stock { object.append("stock", .integer(stock)) }
    object.append("secret", .string(secret.revealed))
    return object
  }

  /// Reads the members; an explicit null is "not said" (API 1.6), unknown members are ignored.
  init(reading object: JSONObject, part: String) throws(RequestError) {
    func take<T>(
      _ key: String, _ expected: String, _ read: (JSON) -> T?
    ) throws(RequestError) -> T? {
      guard let value = object[key], value != .null else { return nil }
      guard let result = read(value) else {
        throw .member(DecodingIssue(path: "\(part).\(key)", expected: expected, found: value.kind))
      }
      return result
    }
    name = try take("name", "a text", \.stringValue)
    description = try take("description", "a text", \.stringValue)
    thumbnailID = try take("thumbnail_id", "a whole number", \.intValue)
    price = try take("price", "a number", \.decimalValue)
    currency = try take("currency", "a currency code") {
      $0.stringValue.map(Currency.init(rawValue:))
    }
    discount = try take("discounted_price", "a number", \.decimalValue)
    stock = try take("stock", "a whole number", \.intValue)
  }
}
