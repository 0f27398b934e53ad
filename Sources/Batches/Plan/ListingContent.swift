import Foundation
package import MarketWire

/// The fields of a listing that decide whether a change has happened.
///
/// A field that is nil is unknown, and agrees with any value.
package struct ListingContent: Hashable, Sendable {
  package var fields: ListingFields
  package var photoCount: Int?
  /// The ids of the photos, in their order.
  package var photoIDs: [Int]?

  package init(_ fields: ListingFields, photoCount: Int? = nil) {
    self.fields = fields
    self.photoCount = photoCount
  }

  package init(_ product: Product) {
    fields = ListingFields(
      name: product.name, description: product.description,
      thumbnailID: product.pictures?.first { $0.thumbnailURL == product.thumbnail }?.id,
      price: product.price?.amount, currency: product.currency,
      discount: product.discount?.amount, stock: product.stock)
    photoCount = product.pictures?.count
    // Photos of a plan have no ids yet.
    let ids = product.pictures?.map(\.id)
    photoIDs = ids?.contains(nil) == false ? ids?.compactMap(\.self) : nil
  }

  /// The content of a new listing; the market stores 0 for a discount or a stock that is not sent.
  package init(new fields: ListingFields, photoCount: Int) {
    self.fields = fields
    self.fields.discount = fields.discount ?? 0
    self.fields.stock = fields.stock ?? 0
    self.photoCount = photoCount
  }

  /// Returns the content after an edit.
  package func changed(by change: ListingFields) -> ListingContent {
    var content = self
    for field in ContentField.all { field.copy(change, &content.fields) }
    return content
  }

  /// Whether the photo count and each field are equal, or unknown in one of the two.
  package func agrees(with other: ListingContent) -> Bool {
    if let count = photoCount, let otherCount = other.photoCount, count != otherCount {
      return false
    }
    return ContentField.all.allSatisfy { $0.agree(fields, other.fields) }
  }

  /// Whether each field that an edit sets is equal, or unknown in one of the two.
  package func agrees(with other: ListingContent, in touched: ListingFields) -> Bool {
    ContentField.all.allSatisfy { field in
      !field.isKnown(touched) || field.agree(fields, other.fields)
    }
  }

  /// Whether the photos are the same, or unknown in one of the two.
  package func agreesInPhotos(with other: ListingContent) -> Bool {
    guard let ids = photoIDs, let otherIDs = other.photoIDs else { return true }
    return ids == otherIDs
  }

  /// The values of the fields that an edit sets.
  package func values(of touched: ListingFields) -> ListingFields {
    var values = ListingFields()
    for field in ContentField.all where field.isKnown(touched) { field.copy(fields, &values) }
    return values
  }
}

/// One field of a listing.
private struct ContentField: Sendable {
  let isKnown: @Sendable (ListingFields) -> Bool
  /// Whether both have the same value, or one of them is unknown.
  let agree: @Sendable (ListingFields, ListingFields) -> Bool
  /// Copies the value, if it is known.
  let copy: @Sendable (ListingFields, inout ListingFields) -> Void

  init<Value: Equatable & SendableMetatype>(
    _ field: any WritableKeyPath<ListingFields, Value?> & Sendable,
    _ isEqual: @escaping @Sendable (Value, Value) -> Bool = { $0 == $1 }
  ) {
    isKnown = { $0[keyPath: field] != nil }
    agree = { one, other in
      guard let value = one[keyPath: field], let otherValue = other[keyPath: field] else {
        return true
      }
      return isEqual(value, otherValue)
    }
    copy = { source, target in
      if let value = source[keyPath: field] { target[keyPath: field] = value }
    }
  }

  /// Whether two texts are equal except for line endings, Unicode normalization, and whitespace at
  /// the start and end. A market may change these.
  private static func isSameText(_ one: String, _ other: String) -> Bool {
    one == other || trimmedWithLF(one) == trimmedWithLF(other)
  }

  private static func trimmedWithLF(_ text: String) -> String {
    text.replacingOccurrences(of: "\r\n", with: "\n")
      .trimmingCharacters(in: .whitespacesAndNewlines)
  }

  static let all = [
    ContentField(\.name, isSameText), ContentField(\.description, isSameText),
    ContentField(\.thumbnailID), ContentField(\.price), ContentField(\.currency),
    ContentField(\.discount), ContentField(\.stock),
  ]
}
