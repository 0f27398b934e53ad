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

  static let round = Option<WrittenAmount?>(
    "round", help: "round what is worked out, such as +10% or what 15% off leaves, to this step")
  static let prepare = Flag("prepare", help: "send photos as they are", default: true)
  static let background = Option<Colour>(
    "background", help: "what transparent parts of photos are laid on",
    default: Colour(red: 255, green: 255, blue: 255))

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

  /// What comes off `price`, from `--discount` or `--sale-price`. Of a percentage the currency's
  /// digits are kept, half up; with `--round` what is left to pay is rounded to that step.
  static func discount(_ input: Input, price: Money) throws(SellerError) -> Decimal? {
    if let left = input[salePrice] {
      let rest = try amount(left, in: price.currency)
      guard rest <= price.amount else {
        throw .listing([.rule("--sale-price \(rest) is more than the price")])
      }
      return price.amount - rest
    }
    switch input[discount] {
    case nil: return nil
    case .amount(let amount)?: return try self.amount(amount, in: price.currency)
    case .percent(let percent)?:
      let off = Money(price.amount * percent / 100, price.currency).rounded().amount
      guard input[round] != nil, off > 0 else { return off }
      let left = try rounded(price.amount - off, input, in: price.currency)
      return max(0, price.amount - left)
    }
  }

  /// An amount that was worked out, rounded half up to `--round`, or to the currency's digits.
  static func rounded(
    _ amount: Decimal, _ input: Input, in currency: Currency
  ) throws(SellerError) -> Decimal {
    guard let step = input[round] else { return Money(amount, currency).rounded().amount }
    let unit = try self.amount(step, in: currency)
    guard unit > 0 else { throw .listing([.rule("--round needs a number above 0", at: "--round")]) }
    return Money(amount / unit, currency).rounded(to: 0).amount * unit
  }

  /// An amount whose currency, where it is written, must be `currency`.
  static func amount(
    _ written: WrittenAmount, in currency: Currency
  ) throws(SellerError) -> Decimal {
    if let other = written.currency, other != currency {
      throw .listing([
        .rule("\(written) is not in \(currency.rawValue), the currency of the price")
      ])
    }
    return written.amount
  }
}
