import Foundation
import MarketWire

extension StoredProduct {
  /// The listing in the format of lists, details and responses to writes.
  ///
  /// The original date members have the day, additional members the exact time (API 7.5).
  func product(base: BaseURL) -> Product {
    let currency = Currency(rawValue: currency)
    return Product(
      id: id, vendor: Vendor(id: vendorID, name: vendorName), name: name,
      description: description, thumbnail: base.url(thumbnail),
      price: Money(Decimal(tenThousandths: price), currency),
      salePrice: Money(Decimal(tenThousandths: price - discount), currency),
      discount: Money(Decimal(tenThousandths: discount), currency), stock: stock,
      createdAt: createdAt.midnight, issuedAt: issuedAt.midnight, createdAtExact: createdAt,
      issuedAtExact: issuedAt,
      pictures: pictures.map {
        ProductImage(
          id: $0.id, url: base.url($0.origin), thumbnailURL: base.url($0.thumbnail),
          issuedAt: $0.createdAt.midnight)
      })
  }
}

extension Product {
  /// Returns the listing with URLs in place of picture paths.
  func rebased(on base: BaseURL) -> Product {
    var product = self
    product.thumbnail = thumbnail.map(base.url)
    product.pictures = pictures?.map {
      ProductImage(
        id: $0.id, url: base.url($0.url), thumbnailURL: $0.thumbnailURL.map(base.url),
        issuedAt: $0.issuedAt)
    }
    return product
  }
}
