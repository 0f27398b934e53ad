import MarketService
import SQLite

/// Read access to one consistent state of the market; valid only inside its closure.
class SQLiteReader: SQLReader {
  let connection: any SQLConnection
  private let pictures: PictureFolder

  init(_ connection: Connection, _ pictures: PictureFolder) {
    self.connection = connection
    self.pictures = pictures
  }

  var dialect: SQLDialect { .sqlite }

  func flush() {}

  func revisions() throws -> (current: Int, floor: Int) {
    try connection.first("SELECT number, floor FROM market_revision") { ($0.int(0), $0.int(1)) }
      ?? (0, 0)
  }

  func productCount() throws -> Int {
    try connection.first("SELECT live FROM market_revision") { $0.int(0) } ?? 0
  }

  func hiddenVendors() throws -> Set<Int> {
    Set(try connection.query("SELECT id FROM vendor WHERE is_hidden = 1") { $0.int(0) })
  }

  func picture(_ path: PicturePath) throws -> [UInt8]? { try pictures.read(path) }

  func numbers() throws -> StoreNumbers {
    let last = try connection.query("SELECT name, seq FROM sqlite_sequence") {
      ($0.text(0), $0.int(1))
    }
    func next(_ table: String) -> Int { (last.first { $0.0 == table }?.1 ?? 0) + 1 }
    return StoreNumbers(
      vendor: next("vendor"), product: next("product"), picture: next("picture"),
      revision: try revision())
  }

  /// Whether a listing uses this picture; `path` is that of the original or of the thumbnail.
  func isUsed(picture path: String) throws -> Bool {
    // A thumbnail has the name of its original, but its format may differ. The path up to the
    // underscore is compared.
    let stem = path.prefix { $0 != "_" } + "_"
    return try connection.first(
      "SELECT 1 FROM picture WHERE origin >= $1 AND origin < $2 LIMIT 1",
      [.text(String(stem)), .text(stem + "\u{7F}")]
    ) { _ in true } ?? false
  }
}

extension Connection {
  /// The paths of files that no row references any more and that may still exist.
  func filesPendingDeletion() throws(SQLiteError) -> [String] {
    try query("SELECT path FROM doomed_file") { $0.text(0) }
  }
}
