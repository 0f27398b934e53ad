import Digest
public import MarketStore
import MarketWire
import Photos

extension MarketService {
  /// The names and versions of the system libraries that a market uses beside its store.
  public static var libraries: [(name: String, version: String)] {
    [
      ("gdk-pixbuf", GdkPixbufLibrary.version), ("OpenSSL", Digest.libraryVersion),
    ]
  }

  /// Whether the database can be read, as far as is known.
  public var isHealthy: Bool { health.isHealthy }

  /// The number of listings of all shops.
  public var listingCount: Int {
    get throws(ServiceError) { try translated { try store.read { try $0.productCount() } } }
  }

  /// The settings of the open database.
  public func storeSettings() throws(ServiceError) -> StoreSettings {
    try translated { try store.settings() }
  }

  /// Removes a listing of any shop, for the operator of the market.
  ///
  /// The notes of the market get one line for each removed listing.
  ///
  /// - Throws: `.noSuchListing`, `.store`.
  public func removeListing(
    _ id: Int, reason: String
  ) throws(ServiceError) -> (name: String, shop: String) {
    try translated {
      let product = try store.write { writer in
        guard let product = try writer.product(id) else { throw ServiceError.noSuchListing(id) }
        try writer.remove(product)
        return product
      }
      let line = JSON.object([
        "removed_at": .string(clock().exactText), "id": .integer(product.id),
        "name": .string(product.name), "vendor_id": .integer(product.vendorID),
        "vendor_name": .string(product.vendorName), "reason": .string(reason),
      ])
      try store.note(line.bytes())
      return (product.name, product.vendorName)
    }
  }
}
