package import Formatting
package import Foundation
import MarketRender
package import MarketWire
package import Messages
package import SellerSession

/// Everything that is wrong with a listing before it is sent.
package struct InvalidListing: Error {
  package let faults: [ListingFault]

  package init(_ faults: [ListingFault]) {
    self.faults = faults
  }
}

/// A fault of a listing that is about to be sent.
package enum ListingFault: Sendable {
  /// A violation of the market's limits; the listing's id if it has one.
  case limit(LimitViolation, of: Int?)
  /// A discount above the price, as formatted amounts; the listing's id if it has one.
  case discountAbovePrice(discount: String, price: String, of: Int?)
  /// An amount that the coins of the currency cannot pay, and its option.
  case fraction(Decimal, Currency, at: String)
  /// Any other violation, and the word of the command that caused it.
  case rule(Message, at: String? = nil)
  /// A listing has no photo of this number, from 1.
  case noSuchPhoto(Int, of: Int, count: Int)
  /// `--thumbnail` with a number above the number of new photos.
  case noSuchThumbnail(Int, photos: Int)
  /// A photo that cannot be used.
  case photo(PhotoFault)
  case noCurrency
  /// Any other error found while preparing the listing.
  case other(any Error)
}

extension ListingFault {
  /// The fault for a violation of the market's limits.
  ///
  /// - Parameters:
  ///   - id: the listing's id, if it has one.
  ///   - currency: the currency of the listing's amounts.
  package init(
    _ broken: LimitViolation, of id: Int?, in currency: Currency, _ money: MoneyText
  ) {
    guard case .discount(let discount, let price) = broken.limit else {
      self = .limit(broken, of: id)
      return
    }
    self = .discountAbovePrice(
      discount: money.text(Money(discount, currency)), price: money.text(Money(price, currency)),
      of: id)
  }
}
