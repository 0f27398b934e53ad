/// The options that `add` and `edit` share, and how they become the members of a listing.
import CommandLanguage
import Foundation
import MarketWire

/// Options for what a listing says.
enum ListingOptions {
  static let name = Option<Text?>("name", short: "n", help: "3 to 100 characters")
  static let description = Option<Text?>(
    "description", short: "d", help: "10 to 1,000 characters")
  static let descriptionFile = Option<FilePath?>(
    "description-file", help: "a file that holds the description")
  static let discount = Option<Discount?>("discount", help: "what comes off the price")
  static let salePrice = Option<WrittenAmount?>(
    "sale-price", help: "what is left to pay, instead of --discount")
  static let currency = Option<CurrencyCode?>(
    "currency", help: "of amounts that do not name one; your usual one otherwise")
  static let thumbnail = Option<Count?>(
    "thumbnail", help: "which photo stands for the listing, from 1", valueName: "N",
    check: Count.within(1...5))

  /// The text of `--description` or of the file named instead.
  static func description(_ input: Input, in session: Session) throws -> String? {
    if let text = input[description]?.value { return text }
    guard let path = input[descriptionFile] else { return nil }
    let file = try session.path(of: path)
    guard let data = FileManager.default.contents(atPath: file) else {
      throw SellerError.file(path: path.text, reason: "it cannot be read")
    }
    guard data.count <= 65_536, let text = String(validating: data, as: UTF8.self) else {
      throw SellerError.file(path: path.text, reason: "it is not a text in UTF-8 of up to 64 KiB")
    }
    return Folding.composed(text.trimmingCharacters(in: .newlines))
  }

  /// What comes off `price`, from `--discount` or `--sale-price`; a percentage is rounded half up
  /// to the currency's digits.
  static func discount(_ input: Input, price: Money) throws -> Decimal? {
    if let left = input[salePrice] {
      let rest = try amount(left, in: price.currency)
      guard rest <= price.amount else {
        throw SellerError.listing([.rule("--sale-price \(rest) is more than the price")])
      }
      return price.amount - rest
    }
    switch input[discount] {
    case nil: return nil
    case .amount(let amount)?: return try self.amount(amount, in: price.currency)
    case .percent(let percent)?:
      return Money(price.amount * percent / 100, price.currency).rounded().amount
    }
  }

  /// An amount whose currency, where it is written, must be `currency`.
  static func amount(_ written: WrittenAmount, in currency: Currency) throws -> Decimal {
    if let other = written.currency, other != currency {
      throw SellerError.listing([
        .rule("\(written) is not in \(currency.rawValue), the currency of the price")
      ])
    }
    return written.amount
  }
}
