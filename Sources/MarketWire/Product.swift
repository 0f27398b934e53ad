/// One listing as a value, whichever generation of the API it came from.
import Foundation

/// A listing. What a market left out or sent in a form that could not be read is nil.
public struct Product: Hashable, Sendable, Identifiable {
  /// The market's number of the listing; it only grows.
  public var id: Int
  public var vendor: Vendor
  public var name: String
  /// Absent in the rows of v1 and v2.
  public var description: String?
  /// The URL of the small picture that stands for the listing.
  public var thumbnail: String?
  /// The price before the discount.
  public var price: Money?
  /// What the buyer pays: `bargain_price` on the wire.
  public var salePrice: Money?
  /// What comes off the price: `discounted_price` on the wire.
  public var discount: Money?
  /// Pieces left; 0 is sold out.
  public var stock: Int?
  /// When it was made, to the day (UTC).
  public var createdAt: WireDate?
  /// When it was last changed, to the day (UTC): `issued_at` on the wire.
  public var issuedAt: WireDate?
  /// The exact moments, where the market sends them.
  public var createdAtExact: WireDate?
  public var issuedAtExact: WireDate?
  /// The pictures in the order of their upload; nil in the rows of a list.
  public var pictures: [Picture]?

  public init(
    id: Int, vendor: Vendor, name: String, description: String? = nil, thumbnail: String? = nil,
    price: Money? = nil, salePrice: Money? = nil, discount: Money? = nil, stock: Int? = nil,
    createdAt: WireDate? = nil, issuedAt: WireDate? = nil, createdAtExact: WireDate? = nil,
    issuedAtExact: WireDate? = nil, pictures: [Picture]? = nil
  ) {
    self.id = id
    self.vendor = vendor
    self.name = name
    self.description = description
    self.thumbnail = thumbnail
    self.price = price
    self.salePrice = salePrice
    self.discount = discount
    self.stock = stock
    self.createdAt = createdAt
    self.issuedAt = issuedAt
    self.createdAtExact = createdAtExact
    self.issuedAtExact = issuedAtExact
    self.pictures = pictures
  }

  /// The currency of its amounts, where one was sent.
  public var currency: Currency? { price?.currency ?? salePrice?.currency ?? discount?.currency }
  /// Whether nothing is left; false where the stock is not known.
  public var isSoldOut: Bool { stock == 0 }
  /// Whether something comes off the price.
  public var isDiscounted: Bool { (discount?.amount ?? 0) > 0 }
  /// Whether it was changed after it was made, as far as the dates tell.
  public var isEdited: Bool {
    if let created = createdAtExact, let issued = issuedAtExact { return issued > created }
    guard let createdAt, let issuedAt else { return false }
    return issuedAt > createdAt
  }
}

/// A shop: `vendor_id` with `vendorName` in rows, `vendors` in details.
public struct Vendor: Hashable, Sendable {
  public var id: Int?
  public var name: String?

  public init(id: Int? = nil, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// A picture of a listing. v1 sends no id for it.
public struct Picture: Hashable, Sendable {
  public var id: Int?
  public var url: String
  public var thumbnailURL: String?
  public var issuedAt: WireDate?

  public init(id: Int?, url: String, thumbnailURL: String?, issuedAt: WireDate? = nil) {
    self.id = id
    self.url = url
    self.thumbnailURL = thumbnailURL
    self.issuedAt = issuedAt
  }
}

/// One page of a list.
public struct ProductPage: Hashable, Sendable {
  /// 1-based.
  public var pageNumber: Int
  public var itemsPerPage: Int
  /// Listings in all pages; nil where the market does not say (v1).
  public var totalCount: Int?
  public var lastPage: Int?
  public var hasNext: Bool
  public var hasPrevious: Bool
  public var products: [Product]

  public init(
    pageNumber: Int, itemsPerPage: Int, totalCount: Int?, lastPage: Int?, hasNext: Bool,
    hasPrevious: Bool, products: [Product]
  ) {
    self.pageNumber = pageNumber
    self.itemsPerPage = itemsPerPage
    self.totalCount = totalCount
    self.lastPage = lastPage
    self.hasNext = hasNext
    self.hasPrevious = hasPrevious
    self.products = products
  }

  /// A page with the numbers that follow from the first three (API 1.3).
  public init(pageNumber: Int, itemsPerPage: Int, totalCount: Int, products: [Product]) {
    let lastPage = totalCount == 0 ? 0 : (totalCount - 1) / itemsPerPage + 1
    self.init(
      pageNumber: pageNumber, itemsPerPage: itemsPerPage, totalCount: totalCount,
      lastPage: lastPage, hasNext: pageNumber < lastPage, hasPrevious: pageNumber > 1,
      products: products)
  }
}
