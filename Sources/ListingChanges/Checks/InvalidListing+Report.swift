package import MarketWire
package import Messages
package import SellerSession

extension InvalidListing: ReportedError {
  package func report(at market: MarketProfile?) -> ErrorReport {
    var report = ErrorReport(exitCode: .usage)
    report.sentences = faults.flatMap { $0.sentences(at: market) }
    let lacksCurrency = faults.contains { if case .noCurrency = $0 { true } else { false } }
    if lacksCurrency { report.suggestions = SellerError.noCurrency.report(at: market).suggestions }
    return report
  }
}

extension ListingFault {
  fileprivate func sentences(at market: MarketProfile?) -> [ErrorReport.Sentence] {
    switch self {
    case .limit(let broken, let id?): [.init("\(id): \(broken.message)", at: broken.option)]
    case .limit(let broken, nil): [.init(broken.message, at: broken.option)]
    case .discountAbovePrice(let discount, let price, let id):
      [.init(Self.discountMessage(discount, price, of: id), at: "--discount")]
    case .fraction(let amount, let currency, let option):
      [
        .init(
          """
          \(command: option) needs \(ListingSanity.coins(of: currency)), not \(formatted: "\(amount)")
          """, at: option)
      ]
    case .rule(let text, let word): [.init(text, at: word)]
    case .noSuchPhoto(let number, let id, let count):
      SellerError.noSuchPhoto(number, listing: "\(id)", count: count).report(at: market).sentences
    case .noSuchThumbnail(let number, let count):
      [
        .init(
          "\(command: "--thumbnail"): there is no photo \(number), only \(count)",
          at: "--thumbnail")
      ]
    case .photo(let fault): fault.report(at: market).sentences
    case .noCurrency: SellerError.noCurrency.report(at: market).sentences
    case .other(let error): ErrorReport(error, at: market).sentences
    }
  }

  private static func discountMessage(
    _ discount: String, _ price: String, of id: Int?
  ) -> Message {
    let text: Message =
      "the discount (\(formatted: discount)) is more than the price (\(formatted: price))"
    return id.map { "\($0): \(text)" } ?? text
  }
}

extension LimitViolation {
  /// The option for a member of the wire format.
  package var option: String {
    switch member {
    case "discounted_price": "--discount"
    case "images": "--image"
    default: "--\(member)"
    }
  }

  fileprivate var message: Message { message(naming: option) }

  /// What is wrong with a value.
  ///
  /// - Parameter name: the option or column that it comes from.
  package func message(naming name: String) -> Message {
    switch limit {
    case .length(let range):
      "\(command: name) needs \(range.lowerBound) to \(range.upperBound) characters, not \(found)"
    case .currencyCode:
      "\(command: name) needs an ISO 4217 code such as \(formatted: "KRW"), not \(found)"
    case .aboveZero: "\(command: name) needs a number above 0, not \(found)"
    case .zeroOrMore: "\(command: name) needs 0 or more, not \(found)"
    case .digits(let whole, let fraction):
      """
      \(command: name) needs at most \(whole) digits before the point and \(fraction) after \
      it, not \(found)
      """
    case .discount(let discount, let price):
      "the discount (\(formatted: "\(discount)")) is more than the price (\(formatted: "\(price)"))"
    case .number(let range):
      "\(command: name) needs \(range.lowerBound) to \(range.upperBound), not \(found)"
    case .images(let range):
      "\(command: name) needs \(range.lowerBound) to \(range.upperBound) photos, not \(found)"
    case .rule(let rule): "\(command: name) needs \(rule), not \(found)"
    }
  }
}
