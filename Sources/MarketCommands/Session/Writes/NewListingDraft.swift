/// What `add` will send: read, prepared and checked before anything is sent.
import CommandLanguage
import Foundation
import MarketWire

/// The members and photos of a new listing.
struct NewListingDraft: Sendable {
  private(set) var fields: ListingFields
  private(set) var photos: [ListingPhoto] = []

  /// Everything that is wrong with the listing is told together.
  ///
  /// - Parameter known: the currency; nil is one fault more.
  init(_ input: Input, currency known: Currency?, in session: Session) async throws {
    // Not every market refuses a price of 0; one that was allowed is left to its judgement.
    let allowed = session.terms(input).allowed
    let mayBeFree = allowed.contains(.zero)
    // Without a currency the rest is judged as if it were in the one that is written somewhere.
    let currency = known ?? Self.discountCurrency(input) ?? .krw
    let price = Money(input[AddCommand.price].amount, currency)
    fields = ListingFields(
      name: input[AddCommand.name].value, price: price.amount, currency: currency)
    fields.stock = input[AddCommand.stock].value
    var faults: [ListingFault] = known == nil ? [.noCurrency] : []
    if let other = input[ListingOptions.currency]?.currency, other != currency {
      faults.append(
        .rule("the price is in \(currency.rawValue), but --currency is \(other.rawValue)"))
    }
    let text = try Self.collect(&faults) { try ListingOptions.description(input, in: session) }
    fields.description = text ?? nil
    let discount = try Self.collect(&faults) { try ListingOptions.discount(input, price: price) }
    fields.discount = discount ?? nil
    _ = try Self.collect(&faults) { try Self.check(input[AddCommand.ref], in: session) }
    let paths = try input[AddCommand.images].flatMap { image in
      try Self.collect(&faults) { try session.paths(of: image.path) } ?? []
    }
    let hasPaths = !paths.isEmpty
    faults += ListingLimits.broken(by: fields, pictureCount: hasPaths ? paths.count : nil)
      .filter { text != nil || $0.member != "description" }
      .filter { !(mayBeFree && $0.member == "price" && fields.price == 0) }
      .map { .limit($0, of: nil) }
    if let known {
      let mayBeFraction = allowed.contains(.fraction)
      faults += ListingSanity.broken(by: fields, in: known, mayBeFraction: mayBeFraction)
        .map { .limit($0, of: nil) }
    }
    if let number = input[ListingOptions.thumbnail]?.value, hasPaths, number > paths.count {
      faults.append(.rule("--thumbnail \(number), but there \(PhotoText.count(paths.count))"))
    }
    if ListingLimits.pictureCount.contains(paths.count) {
      for result in await session.photos(paths, input) {
        switch result {
        case .success(let photo): photos.append(photo)
        case .failure(let fault): faults.append(fault.fault)
        }
      }
    }
    guard faults.isEmpty else { throw SellerError.listing(faults) }
  }

  /// The names of photos that go out as a prepared copy.
  var preparedPhotos: [String] { photos.filter(\.isOther).map(\.upload.filename) }

  /// The listing as buyers will see it, before it has a number.
  func preview(shop: String?) -> Product {
    let currency = fields.currency ?? .unknown
    let (price, off) = (fields.price ?? 0, fields.discount ?? 0)
    return Product(
      id: 0, vendor: Vendor(name: shop), name: fields.name ?? "", description: fields.description,
      price: Money(price, currency), salePrice: Money(price - off, currency),
      discount: Money(off, currency), stock: fields.stock)
  }

  private static func discountCurrency(_ input: Input) -> Currency? {
    if case .amount(let amount)? = input[ListingOptions.discount] { return amount.currency }
    return input[ListingOptions.salePrice]?.currency
  }

  private static func check(_ code: SellerCode?, in session: Session) throws {
    guard let code, let id = try session.listing(ofCode: code.text) else { return }
    throw SellerError.codeTaken(code.text, id: id)
  }

  /// What `body` answers; where it throws a fact for the seller, that is one of the faults.
  private static func collect<R>(
    _ faults: inout [ListingFault], _ body: () throws -> R
  ) throws -> R? {
    do { return try body() } catch let error as SellerError {
      if case .listing(let more) = error {
        faults += more
      } else {
        faults += SellerText(error).sentences.map { .rule($0.text, at: $0.culprit) }
      }
      return nil
    }
  }
}
