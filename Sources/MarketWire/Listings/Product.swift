/// One listing as a value, whichever generation of the API it came from.
import Foundation

/// A listing. What a market left out or sent in a form that could not be read is nil.
public struct Product: Hashable, Sendable, Identifiable {
  /// The market's number of the listing; it only grows.
  public var id: Int
  /// Whose it is.
  public var vendor: Vendor
  /// Its name, which may be empty.
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
  /// When it was made, to the millisecond, where the market says so.
  public var createdAtExact: WireDate?
  /// When it was last changed, to the millisecond, where the market says so.
  public var issuedAtExact: WireDate?
  /// The pictures in the order of their upload; nil in the rows of a list.
  public var pictures: [ProductImage]?

  /// A listing by its members.
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
  /// The market's number of the shop.
  public var id: Int?
  /// The name that buyers see.
  public var name: String?

  /// A shop by what is known of it.
  public init(id: Int? = nil, name: String? = nil) {
    self.id = id
    self.name = name
  }
}

/// A picture of a listing. v1 sends no id for it.
public struct ProductImage: Hashable, Sendable {
  /// The market's number of the picture; it only grows.
  public var id: Int?
  /// Where the picture is, in full size.
  public var url: String
  /// Where its small form is.
  public var thumbnailURL: String?
  /// When it came to the market, to the day (UTC).
  public var issuedAt: WireDate?

  /// A picture by its members.
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
  /// The number of rows of a full page.
  public var itemsPerPage: Int
  /// Listings in all pages; nil where the market does not say (v1).
  public var totalCount: Int?
  /// The number of the last page, 0 where there are no listings; nil where the market does not say.
  public var lastPage: Int?
  /// Whether there is a page after this one.
  public var hasNext: Bool
  /// Whether there is a page before this one.
  public var hasPrevious: Bool
  /// The rows, newest first unless asked otherwise.
  public var products: [Product]
  /// The market's count of its changes when it answered (API 7); nil where it does not say.
  public var revision: Int?

  /// A page by what a market says of it.
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

  /// A page with the numbers that follow from the first three (API 1.3).
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
