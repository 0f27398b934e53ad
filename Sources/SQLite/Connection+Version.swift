import CSQLite

extension Connection {
  /// The version of the loaded SQLite library, such as `3.40.1`.
  public static var libraryVersion: String { String(cString: sqlite3_libversion()) }
}
