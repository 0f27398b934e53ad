public import Foundation

/// The members of a create or edit request; a member that is nil is not sent.
///
/// ```swift
/// let fields = ListingFields(name: "Oak mug", price: 12_000, currency: .krw, stock: 5)
/// print(fields.isEmpty)
/// ```
public struct ListingFields: Hashable, Sendable {
  /// The name, 3 to 100 UTF-16 units (API 1.5).
  public var name: String?
  /// The description, 10 to 1,000 UTF-16 units (API 1.5).
  public var description: String?
  /// The id of the image to use as the thumbnail (edit only).
  public var thumbnailID: Int?
  /// The price before the discount, above 0, in the main unit of the currency.
  public var price: Decimal?
  /// The currency of the price and the discount.
  public var currency: Currency?
  /// The amount subtracted from the price: `discounted_price` on the wire.
  public var discount: Decimal?
  /// The number of pieces, 0 or more.
  public var stock: Int?

  /// Creates fields; members that are not given are not sent.
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

  /// Whether all members are nil.
  public var isEmpty: Bool { self == ListingFields() }

  /// Returns the members that are not nil in the order of API 1.6, followed by the secret.
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

  /// Decodes the members; null means that a member is absent (API 1.6), and unknown members are
  /// ignored.
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
    name = try take("name", "a string", \.stringValue)
    description = try take("description", "a string", \.stringValue)
    thumbnailID = try take("thumbnail_id", "a whole number", \.intValue)
    price = try take("price", "a number", \.decimalValue)
    currency = try take("currency", "a currency code") {
      $0.stringValue.map(Currency.init(rawValue:))
    }
    discount = try take("discounted_price", "a number", \.decimalValue)
    stock = try take("stock", "a whole number", \.intValue)
  }
}
