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
}
