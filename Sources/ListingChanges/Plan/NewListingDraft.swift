package import CommandLanguage
import Formatting
import Foundation
import MarketRender
package import MarketWire
import Messages
package import SellerSession

/// A new listing as the seller described it.
package struct NewListing: Sendable {
  package var name: String
  package var price: WrittenAmount
  package var stock: Int
  /// The currency of `--currency`.
  package var currency: Currency?
  package var discount: Discount?
  package var salePrice: WrittenAmount?
  /// The step to which calculated amounts are rounded.
  package var step: WrittenAmount?
  package var code: String?
  /// The existing listing that has the code.
  package var codeHolder: Int?
  package var images: [PhotoPath]
  package var photoOptions = PhotoOptions()
  /// The number of the photo that represents the listing, from 1.
  package var thumbnail: Int?
  package var allowed: Set<Allowance> = []

  package init(
    name: String, price: WrittenAmount, stock: Int, currency: Currency? = nil,
    discount: Discount? = nil, salePrice: WrittenAmount? = nil, step: WrittenAmount? = nil,
    code: String? = nil, codeHolder: Int? = nil, images: [PhotoPath],
    photoOptions: PhotoOptions = PhotoOptions(), thumbnail: Int? = nil,
    allowed: Set<Allowance> = []
  ) {
    self.name = name
    self.price = price
    self.stock = stock
    self.currency = currency
    self.discount = discount
    self.salePrice = salePrice
    self.step = step
    self.code = code
    self.codeHolder = codeHolder
    self.images = images
    self.photoOptions = photoOptions
    self.thumbnail = thumbnail
    self.allowed = allowed
  }

  /// The currency written with the discount or the sale price.
  fileprivate var discountCurrency: Currency? {
    if case .amount(let amount)? = discount { return amount.currency }
    return salePrice?.currency
  }
}

/// A new listing, read, prepared and checked before anything is sent.
package struct NewListingDraft: Sendable {
  package private(set) var fields: ListingFields
  package private(set) var photos: [ListingPhoto] = []

  /// Checks everything except the currency and the photos, so that no question is asked for a
  /// listing that cannot be sent.
  ///
  /// - Parameter readDescription: Reads the description, which may be in a file.
  package static func check(
    _ new: NewListing, _ readDescription: () throws(SellerError) -> String?,
    in market: CurrentMarket, _ files: PhotoFiles
  ) throws {
    var faults: [ListingFault] = []
    _ = Self.fields(new, currency: nil, market.settings.money, readDescription, &faults)
    _ = Self.paths(of: new, in: market, files, &faults)
    try Self.refuse(faults, of: new)
  }

  /// Returns the faults of a listing that is known in part; missing values are acceptable ones.
  ///
  /// - Parameter currency: The currency of the price; nil if it is unknown.
  package static func faults(
    of new: NewListing, currency: Currency?, description: String, in market: CurrentMarket,
    _ files: PhotoFiles
  ) -> [ListingFault] {
    var faults: [ListingFault] = []
    let money = market.settings.money
    _ = fields(new, currency: currency, money, { description }, &faults)
    _ = paths(of: new, in: market, files, &faults)
    return faults
  }

  /// - Parameters:
  ///   - currency: The currency of the price; nil is reported as a fault.
  ///   - readDescription: Reads the description, which may be in a file.
  /// - Throws: ``InvalidListing`` with all faults.
  package init(
    _ new: NewListing, currency: Currency?, _ readDescription: () throws(SellerError) -> String?,
    in market: CurrentMarket, _ files: PhotoFiles
  ) async throws {
    var faults: [ListingFault] = currency == nil ? [.noCurrency] : []
    fields = Self.fields(
      new, currency: currency, market.settings.money, readDescription, &faults)
    let paths = Self.paths(of: new, in: market, files, &faults)
    if ListingLimits.imageCount.contains(paths.count) {
      for result in await files.photos(paths, new.photoOptions) {
        switch result {
        case .success(let photo): photos.append(photo)
        case .failure(let fault): faults.append(.photo(fault))
        }
      }
    }
    try Self.refuse(faults, of: new)
  }

  /// Throws the faults, with a code that is taken. Alone it is a question instead.
  private static func refuse(
    _ faults: [ListingFault], of new: NewListing
  ) throws(InvalidListing) {
    if faults.isEmpty { return }
    guard let code = new.code, let id = new.codeHolder, !new.allowed.contains(.moveCode) else {
      throw InvalidListing(faults)
    }
    throw InvalidListing(faults + [.other(SellerError.codeTaken(code, id: id))])
  }

  private static func fields(
    _ new: NewListing, currency known: Currency?, _ money: MoneyText,
    _ readDescription: () throws(SellerError) -> String?, _ faults: inout [ListingFault]
  ) -> ListingFields {
    // Without a known currency, check the rest with the currency of the discount or a default.
    let currency = known ?? new.discountCurrency ?? .krw
    let price = Money(new.price.amount, currency)
    var fields = ListingFields(name: new.name, price: price.amount, currency: currency)
    fields.stock = new.stock
    if let other = new.currency, other != currency {
      faults.append(
        .rule(
          "the price is in \(currency.rawValue), but --currency is \(other.rawValue)",
          at: "--price"))
    }
    let text = collect(&faults) { try readDescription() }
    fields.description = text ?? nil
    let discount = collect(&faults) {
      try PriceArithmetic(currency: currency, listing: nil).discount(
        new.discount, left: new.salePrice, of: price.amount, step: new.step)
    }
    fields.discount = discount ?? nil
    faults += ListingLimits.violations(in: fields, imageCount: nil)
      .filter { text != nil || $0.member != "description" }
      .map { ListingFault($0, of: nil, in: currency, money) }
    if let known {
      faults += ListingSanity.broken(
        by: fields, in: known, mayBeFraction: new.allowed.contains(.fraction)
      )
    }
    return fields
  }

  /// Returns the paths of the photos after checking the code and the number of photos.
  private static func paths(
    of new: NewListing, in market: CurrentMarket, _ files: PhotoFiles,
    _ faults: inout [ListingFault]
  ) -> [String] {
    let paths = new.images.flatMap { image in
      collect(&faults) { try files.paths(of: image.path) } ?? []
    }
    guard !paths.isEmpty else { return [] }
    if let broken = ListingLimits.violation(imageCount: paths.count) {
      faults.append(.limit(broken, of: nil))
    }
    if let number = new.thumbnail, number > paths.count {
      faults.append(.noSuchThumbnail(number, photos: paths.count))
    }
    return paths
  }

  /// Returns the listing as buyers will see it, before it has an id.
  package func preview(shop: String?) -> Product {
    let currency = fields.currency ?? .unknown
    let (price, off) = (fields.price ?? 0, fields.discount ?? 0)
    return Product(
      id: 0, vendor: Vendor(name: shop), name: fields.name ?? "", description: fields.description,
      price: Money(price, currency), salePrice: Money(price - off, currency),
      discount: Money(off, currency), stock: fields.stock)
  }

  /// Returns the result of `body`, or adds its error to the faults.
  private static func collect<R>(
    _ faults: inout [ListingFault], _ body: () throws -> R
  ) -> R? {
    do {
      return try body()
    } catch let error as InvalidListing {
      faults += error.faults
    } catch {
      faults.append(.other(error))
    }
    return nil
  }
}
