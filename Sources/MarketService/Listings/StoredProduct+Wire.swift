import Foundation
import MarketStore
import MarketWire

extension StoredProduct {
  /// The listing as a row of a list.
  var row: ProductRow {
    ProductRow(
      id: id, vendorID: vendorID, vendorName: vendorName, name: name, description: description,
      thumbnailPath: thumbnail, currency: currency, price: price, discount: discount,
      stock: stock, createdAt: createdAt, issuedAt: issuedAt)
  }

  /// The listing in the format of lists, details and responses to writes.
  ///
  /// The original date members have the day, additional members the exact time (API 7.5).
  func product(base: BaseURL) -> Product {
    let currency = Currency(rawValue: currency)
    return Product(
      id: id, vendor: Vendor(id: vendorID, name: vendorName), name: name,
      description: description, thumbnail: base.url(thumbnail),
      price: Money(Amount.decimal(price), currency),
      salePrice: Money(Amount.decimal(price - discount), currency),
      discount: Money(Amount.decimal(discount), currency), stock: stock,
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

/// The conversion of amounts from and to integer ten-thousandths, which are exact (API 7.2).
enum Amount {
  /// The upper bound of amounts, exclusive: 12 digits before the decimal point.
  static let limit = Decimal(sign: .plus, exponent: 12, significand: 1)

  static func decimal(_ tenThousandths: Int64) -> Decimal {
    Decimal(
      sign: tenThousandths < 0 ? .minus : .plus, exponent: -4,
      significand: Decimal(tenThousandths.magnitude))
  }

  /// The amount in ten-thousandths; nil for more than 12 digits before the decimal point or more
  /// than 4 after it.
  static func tenThousandths(_ amount: Decimal) -> Int64? {
    guard amount.isFinite, amount.magnitude < limit else { return nil }
    var rounded = Decimal()
    var source = amount
    NSDecimalRound(&rounded, &source, 4, .plain)
    guard rounded == amount else { return nil }
    // `int64Value` is not exact for all amounts.
    return Int64(NSDecimalNumber(decimal: rounded * 10_000).stringValue)
  }
}
