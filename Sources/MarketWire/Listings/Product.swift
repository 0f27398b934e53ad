import Foundation

/// A listing, independent of the API generation it was decoded from.
///
/// A member is nil if the market did not send it or if it could not be decoded.
public struct Product: Hashable, Sendable, Identifiable {
  /// The id of the listing; newer listings have higher ids.
  public var id: Int
  /// The shop that offers the listing.
  public var vendor: Vendor
  /// The name, which may be empty.
  public var name: String
  /// The description; rows of v1 and v2 do not have it.
  public var description: String?
  /// The URL of the thumbnail that represents the listing.
  public var thumbnail: String?
  /// The price before the discount.
  public var price: Money?
  /// The price after the discount, which the buyer pays: `bargain_price` on the wire.
  public var salePrice: Money?
  /// The amount subtracted from the price: `discounted_price` on the wire.
  public var discount: Money?
  /// The number of pieces left; 0 means sold out.
  public var stock: Int?
  /// The day of creation, midnight UTC.
  public var createdAt: WireDate?
  /// The day of the last change, midnight UTC: `issued_at` on the wire.
  public var issuedAt: WireDate?
  /// The moment of creation, if the market sends exact dates (API 7.5).
  public var createdAtExact: WireDate?
  /// The moment of the last change, if the market sends exact dates (API 7.5).
  public var issuedAtExact: WireDate?
  /// The images in the order of their upload; nil in the rows of a list.
  public var pictures: [ProductImage]?

  /// Creates a listing from its members.
  public init(
    id: Int, vendor: Vendor, name: String, description: String? = nil, thumbnail: String? = nil,
    price: Money? = nil, salePrice: Money? = nil, discount: Money? = nil, stock: Int? = nil,
    createdAt: WireDate? = nil, issuedAt: WireDate? = nil, createdAtExact: WireDate? = nil,
    issuedAtExact: WireDate? = nil, pictures: [ProductImage]? = nil
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

  /// The currency of the amounts, if there is any amount.
  public var currency: Currency? { price?.currency ?? salePrice?.currency ?? discount?.currency }
  /// Whether the stock is 0; false if the stock is unknown.
  public var isSoldOut: Bool { stock == 0 }
  /// Whether the discount is above 0.
  public var isDiscounted: Bool { (discount?.amount ?? 0) > 0 }
  /// Whether the listing was changed after its creation, as far as its dates show.
  public var isEdited: Bool {
    if let created = createdAtExact, let issued = issuedAtExact { return issued > created }
    guard let createdAt, let issuedAt else { return false }
    return issuedAt > createdAt
  }
}

/// A shop: `vendor_id` and `vendorName` in rows, `vendors` in details (API 1.3, 1.4).
public struct Vendor: Hashable, Sendable {
  /// The id of the shop.
  public var id: Int?
  /// The name of the shop, as buyers see it.
  public var name: String?

  /// Creates a shop from what is known about it.
  public init(id: Int? = nil, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// An image of a listing.
public struct ProductImage: Hashable, Sendable {
  /// The id of the image; v1 does not send one.
  public var id: Int?
  /// The URL of the full image.
  public var url: String
  /// The URL of the thumbnail.
  public var thumbnailURL: String?
  /// The day of the upload, midnight UTC.
  public var issuedAt: WireDate?

  /// Creates an image from its members.
  public init(id: Int?, url: String, thumbnailURL: String?, issuedAt: WireDate? = nil) {
    self.id = id
    self.url = url
    self.thumbnailURL = thumbnailURL
    self.issuedAt = issuedAt
  }
}

/// One page of a list.
public struct ProductPage: Hashable, Sendable {
  /// The number of the page, from 1.
  public var pageNumber: Int
  /// The number of rows on a full page.
  public var itemsPerPage: Int
  /// The number of listings on all pages; nil if the market does not send it (v1).
  public var totalCount: Int?
  /// The number of the last page, 0 if the list is empty; nil if the market does not send it (v1).
  public var lastPage: Int?
  /// Whether there is a page after this one.
  public var hasNext: Bool
  /// Whether there is a page before this one.
  public var hasPrevious: Bool
  /// The rows in the requested order.
  public var products: [Product]
  /// The revision of the market at the time of the response (API 7.3), if it sent one.
  public var revision: Int?

  /// Creates a page from its members.
  public init(
    pageNumber: Int, itemsPerPage: Int, totalCount: Int?, lastPage: Int?, hasNext: Bool,
    hasPrevious: Bool, products: [Product], revision: Int? = nil
  ) {
    self.pageNumber = pageNumber
    self.itemsPerPage = itemsPerPage
    self.totalCount = totalCount
    self.lastPage = lastPage
    self.hasNext = hasNext
    self.hasPrevious = hasPrevious
    self.products = products
    self.revision = revision
  }

  /// Creates a page and computes the other members from the first three (API 1.3).
  public init(
    pageNumber: Int, itemsPerPage: Int, totalCount: Int, products: [Product],
    revision: Int? = nil
  ) {
    let lastPage = totalCount <= 0 ? 0 : (totalCount - 1) / max(1, itemsPerPage) + 1
    self.init(
      pageNumber: pageNumber, itemsPerPage: itemsPerPage, totalCount: totalCount,
      lastPage: lastPage, hasNext: pageNumber < lastPage, hasPrevious: pageNumber > 1,
      products: products, revision: revision)
  }
}
