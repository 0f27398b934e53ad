/// What a market can tell of itself to whoever looks after it.
import Digest
import MarketStore
import Photos

extension MarketService {
  /// The libraries of the system that a market stands on, by name and version.
  public static var libraries: [(name: String, version: String)] {
    [
      ("SQLite", MarketStore.libraryVersion), ("gdk-pixbuf", GdkPixbufLibrary.version),
      ("OpenSSL", Digest.libraryVersion),
    ]
  }

  /// How the rows are kept, as the library says of the open file.
  public func storeSettings() throws(ServiceError) -> StoreSettings {
    do {
      return StoreSettings(try store.settings())
    } catch {
      throw serviceError(error)
    }
  }
}

/// When what was written is on the disk.
public struct StoreSettings: Hashable, Sendable {
  /// SQLite's journal mode, such as `wal`.
  public let journal: String
  /// `off`, `normal`, `full` or `extra`.
  public let synchronous: String

  init(_ settings: (journal: String, synchronous: String)) {
    journal = settings.journal
    synchronous = settings.synchronous
  }
}
