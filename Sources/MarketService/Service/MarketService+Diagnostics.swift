import Digest
import MarketStore
import Photos

extension MarketService {
  /// The names and versions of the system libraries that a market uses.
  public static var libraries: [(name: String, version: String)] {
    [
      ("SQLite", MarketStore.libraryVersion), ("gdk-pixbuf", GdkPixbufLibrary.version),
      ("OpenSSL", Digest.libraryVersion),
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
    try translated { StoreSettings(try store.settings()) }
  }
}

/// The database settings that determine when a write is on the disk.
public struct StoreSettings: Hashable, Sendable {
  /// The journal mode of SQLite, such as `wal`.
  public let journal: String
  /// The sync level: `off`, `normal`, `full` or `extra`.
  public let synchronous: String

  init(_ settings: (journal: String, synchronous: String)) {
    journal = settings.journal
    synchronous = settings.synchronous
  }
}
