/// Listings and pictures as the store keeps them.
public import MarketWire

/// A listing. Amounts are whole ten-thousandths of the currency's unit, so that sums and
/// comparisons are exact in any database.
public struct StoredProduct: Hashable, Sendable {
  public let id: Int
  public let vendorID: Int
  public let vendorName: String
  public var name: String
  /// Nil only where limits were off.
  public var description: String?
  /// Three capital letters.
  public var currency: String
  public var price: Int64
  public var discount: Int64
  public var stock: Int
  /// The path of the small picture that stands for the listing.
  public var thumbnail: String
  public let createdAt: WireDate
  /// When it was last changed.
  public var issuedAt: WireDate
  /// The second half of its removal token, made with the listing.
  public let removalID: String
  /// In the order of upload; empty in rows of a list.
  public internal(set) var pictures: [StoredPicture] = []
}

/// A picture of a listing. Paths are relative and begin with `pictures/`.
public struct StoredPicture: Hashable, Sendable {
  public let id: Int
  public let origin: String
  public let thumbnail: String
  public let createdAt: WireDate
}

/// The two files of a picture that has no number yet.
public struct NewPicture: Hashable, Sendable {
  public let origin: String
  public let thumbnail: String

  public init(origin: String, thumbnail: String) {
    self.origin = origin
    self.thumbnail = thumbnail
  }
}

/// A listing that has no number yet. The first picture stands for it.
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

/// Some rows of a list, and how many there are in all.
public struct StoredPage: Hashable, Sendable {
  public let products: [StoredProduct]
  public let totalCount: Int
}
