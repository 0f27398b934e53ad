import MarketService
import MarketWire
import SQLite

/// Shops.
extension SQLReader {
  func vendor(
    identifierHash: [UInt8]
  ) throws -> (vendor: StoredVendor, hashes: CredentialHashes)? {
    try connection.first(
      """
      SELECT \(StoredVendor.columns), secret_salt, secret_hash
      FROM vendor WHERE identifier_hash = $1
      """, [.blob(identifierHash)]
    ) { row in
      (
        StoredVendor(row),
        CredentialHashes(
          identifierHash: identifierHash, salt: row.blob(StoredVendor.columnCount),
          secretHash: row.blob(StoredVendor.columnCount + 1))
      )
    }
  }

  func vendor(named name: String) throws -> StoredVendor? {
    try connection.first(
      "SELECT \(StoredVendor.columns) FROM vendor WHERE name = $1", [.text(name)],
      StoredVendor.init)
  }

  func vendors() throws -> [(vendor: StoredVendor, usage: AccountUsage)] {
    try flush()
    return try connection.query(
      "SELECT \(StoredVendor.columns), listings, bytes FROM vendor ORDER BY id"
    ) { row in
      let count = StoredVendor.columnCount
      return (
        StoredVendor(row), AccountUsage(listings: row.int(count), bytes: row.int(count + 1))
      )
    }
  }

  func usage(ofVendor id: Int) throws -> AccountUsage {
    try flush()
    return try connection.first("SELECT listings, bytes FROM vendor WHERE id = $1", [Value(id)]) {
      AccountUsage(listings: $0.int(0), bytes: $0.int(1))
    } ?? AccountUsage()
  }

  func hasSamples() throws -> Bool {
    try connection.first("SELECT id FROM vendor WHERE is_sample LIMIT 1") { _ in true } ?? false
  }

  func exportedVendors(after id: Int, limit: Int) throws -> [ExportedVendor] {
    try connection.query(
      """
      SELECT \(StoredVendor.columns), identifier_hash, secret_salt, secret_hash
      FROM vendor WHERE id > $1 ORDER BY id LIMIT $2
      """, [Value(id), Value(limit)]
    ) { row in
      let count = StoredVendor.columnCount
      return ExportedVendor(
        vendor: StoredVendor(row),
        hashes: CredentialHashes(
          identifierHash: row.blob(count), salt: row.blob(count + 1),
          secretHash: row.blob(count + 2)))
    }
  }
}

extension SQLWriter {
  func insertVendor(
    name: String, hashes: CredentialHashes, isSample: Bool, at date: WireDate
  ) throws -> StoredVendor {
    guard try vendor(named: name) == nil else { throw StoreError.vendorNameTaken }
    let vendor = StoredVendor(
      id: try take(1, of: \.vendor), name: name, isSample: isSample, isDisabled: false,
      createdAt: date)
    try restore(ExportedVendor(vendor: vendor, hashes: hashes))
    return vendor
  }

  func restore(_ exported: ExportedVendor) throws {
    let (vendor, hashes) = (exported.vendor, exported.hashes)
    try connection.run(
      """
      INSERT INTO vendor (id, name, identifier_hash, secret_salt, secret_hash, is_sample,
        is_disabled, created_at, is_hidden, last_used, words, contact)
        VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12)
      """,
      [
        Value(vendor.id), .text(vendor.name), .blob(hashes.identifierHash), .blob(hashes.salt),
        .blob(hashes.secretHash), Value(vendor.isSample), Value(vendor.isDisabled),
        Value(vendor.createdAt), Value(vendor.isHidden), Value(vendor.lastUsed),
        .text(vendor.profile.words), .text(vendor.profile.contact),
      ])
    if vendor.isHidden { remember(isHidden: true, ofVendor: vendor.id) }
  }

  func setCredentials(_ hashes: CredentialHashes, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET identifier_hash = $1, secret_salt = $2, secret_hash = $3 WHERE id = $4",
      [.blob(hashes.identifierHash), .blob(hashes.salt), .blob(hashes.secretHash), Value(id)])
  }

  func setName(_ name: String, ofVendor id: Int) throws {
    try set("name", .text(name), ofVendor: id)
  }

  func setProfile(_ profile: ShopProfile, ofVendor id: Int) throws {
    try set("words", .text(profile.words), ofVendor: id)
    try set("contact", .text(profile.contact), ofVendor: id)
  }

  func setDisabled(_ isDisabled: Bool, ofVendor id: Int) throws {
    try set("is_disabled", Value(isDisabled), ofVendor: id)
  }

  func setHidden(_ isHidden: Bool, ofVendor id: Int) throws {
    try set("is_hidden", Value(isHidden), ofVendor: id)
    remember(isHidden: isHidden, ofVendor: id)
  }

  func setLastUsed(_ date: WireDate, ofVendor id: Int) throws {
    try set("last_used", Value(date), ofVendor: id)
  }

  private func set(_ column: String, _ value: Value, ofVendor id: Int) throws {
    try connection.run("UPDATE vendor SET \(column) = $1 WHERE id = $2", [value, Value(id)])
  }

  func removeVendor(_ id: Int) throws {
    try flush()
    try connection.run("DELETE FROM vendor WHERE id = $1", [Value(id)])
    remember(isHidden: false, ofVendor: id)
  }
}

extension StoredVendor {
  /// The columns that `init(_:)` reads.
  static let columns =
    "id, name, is_sample, is_disabled, created_at, is_hidden, last_used, words, contact"
  /// The number of these columns.
  static let columnCount = 9

  init(_ row: any SQLRow) {
    self.init(
      id: row.int(0), name: row.text(1), isSample: row.bool(2), isDisabled: row.bool(3),
      createdAt: row.date(4), isHidden: row.bool(5), lastUsed: row.isNull(6) ? nil : row.date(6),
      profile: ShopProfile(words: row.text(7), contact: row.text(8)))
  }
}
