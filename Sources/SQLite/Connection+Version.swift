/// Which SQLite this is.
import CSQLite

extension Connection {
  /// Such as `3.40.1`, of the library that is loaded.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
