import Digest
public import MarketWire
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

  /// The uploads that wait for a place or for memory, and those that got none since the start.
  public var uploadCounts: (waiting: Int, refused: Int) { uploads.counts }

  /// When the last backup was made; nil if none is known.
  public var lastBackup: WireDate? {
    get throws(ServiceError) { try translated { try store.read { try $0.lastBackup() } } }
  }

  /// The free bytes of the disk of the market; nil if it is in a database.
  public var freeBytes: Int64? { store.freeBytes() }

  /// The connections to the server of the database; nil for a market in a folder.
  public var connections: StoreConnections? { store.connections }

  /// Counts again what lists and the bounds of accounts count; the market may be served.
  public func recount() throws(ServiceError) {
    try translated { try store.write { try $0.recount() } }
  }

  /// The settings of the open database.
  public func storeSettings() throws(ServiceError) -> StoreSettings {
    try translated { try store.settings() }
  }
}
