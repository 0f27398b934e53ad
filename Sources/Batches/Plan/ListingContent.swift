package import Foundation
package import MarketWire

/// The fields of a listing that decide whether a change has happened.
///
/// A field is nil if it is unknown; an unknown field equals any value.
package struct ListingContent: Hashable, Sendable {
  package var name: String?
  package var description: String?
  package var currency: Currency?
  package var price: Decimal?
  package var discount: Decimal?
  package var stock: Int?
  package var photoCount: Int?
  package var thumbnailID: Int?

  package init(_ product: Product) {
    name = product.name
    description = product.description
    currency = product.currency
    price = product.price?.amount
    discount = product.discount?.amount
    stock = product.stock
    photoCount = product.pictures?.count
    thumbnailID = product.pictures?.first { $0.thumbnailURL == product.thumbnail }?.id
  }

  /// The content of a new listing; the market stores 0 for a discount or a stock that is not sent.
  package init(_ fields: ListingFields, photoCount: Int) {
    name = fields.name
    description = fields.description
    currency = fields.currency
    price = fields.price
    discount = fields.discount ?? 0
    stock = fields.stock ?? 0
    self.photoCount = photoCount
  }

  /// Returns the content after an edit.
  package func changed(by fields: ListingFields) -> ListingContent {
    var content = self
    if let name = fields.name { content.name = name }
    if let description = fields.description { content.description = description }
    if let currency = fields.currency { content.currency = currency }
    if let price = fields.price { content.price = price }
    if let discount = fields.discount { content.discount = discount }
    if let stock = fields.stock { content.stock = stock }
    if let thumbnailID = fields.thumbnailID { content.thumbnailID = thumbnailID }
    return content
  }

  /// Whether all fields that both know are equal.
  package func agrees(with other: ListingContent) -> Bool {
    func same<T: Equatable>(_ field: KeyPath<ListingContent, T?>) -> Bool {
      guard let mine = self[keyPath: field], let its = other[keyPath: field] else { return true }
      return mine == its
    }
    return same(\.name) && same(\.description) && same(\.currency) && same(\.price)
      && same(\.discount) && same(\.stock) && same(\.photoCount) && same(\.thumbnailID)
  }

  /// Whether the fields that an edit touches are equal.
  package func agrees(with other: ListingContent, in fields: ListingFields) -> Bool {
    ListingContent(touchedBy: fields, in: self)
      .agrees(with: ListingContent(touchedBy: fields, in: other))
  }

  private init(touchedBy fields: ListingFields, in content: ListingContent) {
    name = fields.name.flatMap { _ in content.name }
    description = fields.description.flatMap { _ in content.description }
    currency = fields.currency.flatMap { _ in content.currency }
    price = fields.price.flatMap { _ in content.price }
    discount = fields.discount.flatMap { _ in content.discount }
    stock = fields.stock.flatMap { _ in content.stock }
    thumbnailID = fields.thumbnailID.flatMap { _ in content.thumbnailID }
  }
}
