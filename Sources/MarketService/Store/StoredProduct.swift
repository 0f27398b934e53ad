public import MarketWire

/// A listing.
///
/// Amounts are integer ten-thousandths of the currency unit, so sums and comparisons are exact in
/// any database.
public struct StoredProduct: Hashable, Sendable {
  /// The id, which is never used again.
  public let id: Int
  /// The id of the vendor.
  public let vendorID: Int
  /// The name of the vendor.
  public let vendorName: String
  /// The name, in NFC.
  public var name: String
  /// The description, in NFC; nil only for listings from a market without limits.
  public var description: String?
  /// The currency code: three uppercase letters.
  public var currency: String
  /// The price before the discount, in ten-thousandths.
  public var price: Int64
  /// The discount, in ten-thousandths.
  public var discount: Int64
  /// The number of items.
  public var stock: Int
  /// The path of the thumbnail.
  public var thumbnail: String
  /// The creation time.
  public let createdAt: WireDate
  /// The time of the last change.
  public var issuedAt: WireDate
  /// The UUID in the removal token, created together with the listing.
  public let removalID: String
  /// The pictures in upload order; empty in rows of a list.
  public var pictures: [StoredPicture]
  /// The bytes of the pictures, as they count for the vendor; 0 for a sample.
  public var bytes: Int

  public init(
    id: Int, vendorID: Int, vendorName: String, name: String, description: String?,
    currency: String, price: Int64, discount: Int64, stock: Int, thumbnail: String,
    createdAt: WireDate, issuedAt: WireDate, removalID: String, pictures: [StoredPicture] = [],
    bytes: Int = 0
  ) {
    self.id = id
    self.vendorID = vendorID
    self.vendorName = vendorName
    self.name = name
    self.description = description
    self.currency = currency
    self.price = price
    self.discount = discount
    self.stock = stock
    self.thumbnail = thumbnail
    self.createdAt = createdAt
    self.issuedAt = issuedAt
    self.removalID = removalID
    self.pictures = pictures
    self.bytes = bytes
  }

  /// Creates the stored form of a new listing, without its pictures.
  public init(id: Int, _ product: NewProduct) {
    self.init(
      id: id, vendorID: product.vendorID, vendorName: product.vendorName, name: product.name,
      description: product.description, currency: product.currency, price: product.price,
      discount: product.discount, stock: product.stock,
      thumbnail: product.pictures.first?.thumbnail ?? "", createdAt: product.createdAt,
      issuedAt: product.issuedAt, removalID: product.removalID,
      bytes: product.bytes)
  }
}

/// A picture of a listing.
///
/// Paths are relative and start with `pictures/`.
public struct StoredPicture: Hashable, Sendable {
  /// The id, which is never used again.
  public let id: Int
  /// The path of the original.
  public let origin: String
  /// The path of the thumbnail.
  public let thumbnail: String
  /// The upload time.
  public let createdAt: WireDate

  public init(id: Int, origin: String, thumbnail: String, createdAt: WireDate) {
    self.id = id
    self.origin = origin
    self.thumbnail = thumbnail
    self.createdAt = createdAt
  }
}

/// The two files of a picture that has no id yet.
public struct NewPicture: Hashable, Sendable {
  /// The path of the original.
  public let origin: String
  /// The path of the thumbnail.
  public let thumbnail: String
  /// The bytes of the two files, as they count for the vendor.
  public let bytes: Int

  public init(origin: String, thumbnail: String, bytes: Int = 0) {
    self.origin = origin
    self.thumbnail = thumbnail
    self.bytes = bytes
  }
}

/// A picture that a listing has after a change of its pictures.
public enum PictureChoice: Hashable, Sendable {
  /// One that it has already.
  case kept(StoredPicture)
  case new(NewPicture)
}

/// A listing that has no id yet; the members are those of ``StoredProduct``.
///
/// The first picture becomes the thumbnail.
public struct NewProduct: Hashable, Sendable {
  public var vendorID: Int
  public var vendorName: String
  public var name: String
  public var description: String?
  public var currency: String
  public var price: Int64
  public var discount: Int64
  public var stock: Int
  public var createdAt: WireDate
  public var issuedAt: WireDate
  public var removalID: String
  public var pictures: [NewPicture]

  /// The bytes of the pictures.
  public var bytes: Int { pictures.reduce(0) { $0 + $1.bytes } }

  /// Creates a listing; without `issuedAt` it was last changed at its creation.
  public init(
    vendorID: Int, vendorName: String, name: String, description: String?, currency: String,
    price: Int64, discount: Int64, stock: Int, createdAt: WireDate, issuedAt: WireDate? = nil,
    removalID: String, pictures: [NewPicture]
  ) {
    self.vendorID = vendorID
    self.vendorName = vendorName
    self.name = name
    self.description = description
    self.currency = currency
    self.price = price
    self.discount = discount
    self.stock = stock
    self.createdAt = createdAt
    self.issuedAt = issuedAt ?? createdAt
    self.removalID = removalID
    self.pictures = pictures
  }
}
