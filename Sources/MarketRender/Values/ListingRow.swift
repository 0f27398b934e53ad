public import MarketWire

/// A listing with the seller's code for it and marks on it.
public struct ListingRow: Hashable, Sendable {
  public var product: Product
  /// The seller's code, without `@`.
  public var code: String?
  public var marks = ListingMarks()
  /// The files in which its pictures were saved, as the table names them.
  public var photos: [String] = []

  public init(_ product: Product, code: String? = nil, marks: ListingMarks = ListingMarks()) {
    self.product = product
    self.code = code
    self.marks = marks
  }
}

/// The seller's own shop, as far as it is known.
public struct OwnShop: Hashable, Sendable {
  /// The id from the first answer to a create or an edit, or from a detail; nil before that.
  public var vendorID: Int?
  public var name: String?

  public init(vendorID: Int?, name: String?) {
    self.vendorID = vendorID
    self.name = name
  }

  /// Whether the listing belongs to this shop: by vendor id if both are known, otherwise by the
  /// exact name.
  public func owns(_ product: Product) -> Bool {
    if let vendorID, let other = product.vendor.id { return vendorID == other }
    guard let name else { return false }
    return product.vendor.name == name
  }
}
