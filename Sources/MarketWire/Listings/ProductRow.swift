/// A listing as a market stores it, for rows that are written without intermediate values.
public struct ProductRow: Sendable {
  /// The id of the listing.
  public var id: Int
  /// The id of the shop.
  public var vendorID: Int
  /// The name of the shop.
  public var vendorName: String
  /// The name of the listing.
  public var name: String
  /// The description; nil becomes null.
  public var description: String?
  /// The path of the thumbnail, which is appended to the base of the page.
  public var thumbnailPath: String
  /// The currency code; `XXX` becomes null.
  public var currency: String
  /// The price before the discount, in ten-thousandths.
  public var price: Int64
  /// The discount, in ten-thousandths.
  public var discount: Int64
  /// The number of pieces.
  public var stock: Int
  /// The moment of creation.
  public var createdAt: WireDate
  /// The moment of the last change.
  public var issuedAt: WireDate

  /// Creates a row from its members.
  public init(
    id: Int, vendorID: Int, vendorName: String, name: String, description: String?,
    thumbnailPath: String, currency: String, price: Int64, discount: Int64, stock: Int,
    createdAt: WireDate, issuedAt: WireDate
  ) {
    self.id = id
    self.vendorID = vendorID
    self.vendorName = vendorName
    self.name = name
    self.description = description
    self.thumbnailPath = thumbnailPath
    self.currency = currency
    self.price = price
    self.discount = discount
    self.stock = stock
    self.createdAt = createdAt
    self.issuedAt = issuedAt
  }
}
