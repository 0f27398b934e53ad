import MarketService
import MarketWire

/// The contents of `manifest.json`, the last file of a backup: facts about the market, and the size
/// and hash of each other file.
struct BackupManifest {
  static let name = "manifest.json"
  /// The name of the database in the backup.
  static let database = "market.sqlite"
  private static let format = "openmarket-backup"
  private static let version = 1

  /// The version of the database schema.
  let schema: Int
  /// The number of listings.
  let listings: Int
  /// The number of picture files that listings name but the market did not have.
  let missing: Int
  /// When the backup was made.
  let date: WireDate
  /// The database and the picture files.
  let entries: [TarWriter.Entry]

  var summary: BackupSummary {
    BackupSummary(
      listings: listings, pictures: max(0, entries.count - 1), missing: missing,
      bytes: entries.reduce(0) { $0 + $1.bytes }, date: date)
  }

  var json: [UInt8] {
    let files = entries.map { entry in
      JSON.object([
        "name": .string(entry.name), "bytes": .integer(entry.bytes), "sha256": .string(entry.hash),
      ])
    }
    return JSON.object([
      "format": .string(Self.format), "version": .integer(Self.version),
      "schema": .integer(schema), "created_at": .string(date.exactText),
      "listings": .integer(listings), "missing": .integer(missing), "files": .array(files),
    ]).bytes()
  }

  init(schema: Int, listings: Int, missing: Int, date: WireDate, entries: [TarWriter.Entry]) {
    self.schema = schema
    self.listings = listings
    self.missing = missing
    self.date = date
    self.entries = entries
  }

  /// Reads the JSON text of a manifest.
  ///
  /// - Throws: `BackupProblem`.
  init(parsing bytes: [UInt8]) throws {
    guard let object = try? JSON(parsing: bytes).objectValue,
      object["format"]?.stringValue == Self.format, let version = object["version"]?.intValue
    else { throw BackupProblem.notABackup }
    guard version <= Self.version else { throw BackupProblem.newer }
    guard let schema = object["schema"]?.intValue, let listings = object["listings"]?.intValue,
      let date = object["created_at"]?.stringValue.flatMap(WireDate.init(text:)),
      let files = object["files"]?.arrayValue
    else { throw BackupProblem.notABackup }
    guard schema <= SQLiteStore.schema else { throw BackupProblem.newer }
    self.schema = schema
    self.listings = listings
    missing = object["missing"]?.intValue ?? 0
    self.date = date
    entries = try files.map { file in
      guard let file = file.objectValue, let name = file["name"]?.stringValue,
        let bytes = file["bytes"]?.intValue, let hash = file["sha256"]?.stringValue
      else { throw BackupProblem.notABackup }
      return TarWriter.Entry(name: name, bytes: bytes, hash: hash)
    }
  }
}
