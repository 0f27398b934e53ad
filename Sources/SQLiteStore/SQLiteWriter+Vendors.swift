import MarketStore
import MarketWire
import SQLite

extension SQLiteWriter {
  /// Adds a vendor.
  ///
  /// - Parameter name: the name, in NFC.
  /// - Throws: `StoreError.vendorNameTaken`.
  func insertVendor(
    name: String, hashes: CredentialHashes, isSample: Bool, at date: WireDate
  ) throws -> StoredVendor {
    guard try vendor(named: name) == nil else { throw StoreError.vendorNameTaken }
    try connection.run(
      """
      INSERT INTO vendor (name, identifier_hash, secret_salt, secret_hash, is_sample, created_at)
      VALUES (?, ?, ?, ?, ?, ?)
      """,
      [
        .text(name), .blob(hashes.identifierHash), .blob(hashes.salt), .blob(hashes.secretHash),
        Value(isSample), .integer(date.milliseconds),
      ])
    return StoredVendor(
      id: Int(connection.lastInsertedID), name: name, isSample: isSample, isDisabled: false,
      createdAt: date)
  }

  /// Replaces the credentials of a vendor.
  func setCredentials(_ hashes: CredentialHashes, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET identifier_hash = ?, secret_salt = ?, secret_hash = ? WHERE id = ?",
      [.blob(hashes.identifierHash), .blob(hashes.salt), .blob(hashes.secretHash), Value(id)])
  }

  func setName(_ name: String, ofVendor id: Int) throws {
    try connection.run("UPDATE vendor SET name = ? WHERE id = ?", [.text(name), Value(id)])
  }

  /// Disables or enables a vendor.
  ///
  /// Its listings stay.
  func setDisabled(_ isDisabled: Bool, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET is_disabled = ? WHERE id = ?", [Value(isDisabled), Value(id)])
  }

  func setHidden(_ isHidden: Bool, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET is_hidden = ? WHERE id = ?", [Value(isHidden), Value(id)])
  }

  func setLastUsed(_ date: WireDate, ofVendor id: Int) throws {
    try connection.run(
      "UPDATE vendor SET last_used = ? WHERE id = ?", [.integer(date.milliseconds), Value(id)])
  }

  func removeVendor(_ id: Int) throws {
    try connection.run("DELETE FROM vendor WHERE id = ?", [Value(id)])
  }

  func record(_ event: AccountEvent) throws {
    try addLine(event.date, event.action.rawValue, event.account, event.detail, event.reason)
    try connection.run(
      "DELETE FROM account_event WHERE id <= ?",
      [Value(Int(connection.lastInsertedID) - StoreLimits.accountEvents)])
  }

  func setLastBackup(_ date: WireDate) throws {
    try connection.run("DELETE FROM account_event WHERE action = ?", [.text(AccountEvent.backup)])
    try addLine(date, AccountEvent.backup)
  }

  private func addLine(
    _ date: WireDate, _ action: String, _ account: String = "", _ detail: String = "",
    _ reason: String = ""
  ) throws {
    try connection.run(
      "INSERT INTO account_event (at, action, account, detail, reason) VALUES (?, ?, ?, ?, ?)",
      [
        .integer(date.milliseconds), .text(action), .text(account), .text(detail), .text(reason),
      ])
  }

  /// Deletes the rows of the sample vendors and of all their listings.
  ///
  /// Their files are pending deletion now.
  ///
  /// - Returns: the number of removed listings.
  func deleteSamples() throws -> Int {
    try connection.execute(
      """
      INSERT OR IGNORE INTO doomed_file
        SELECT origin FROM picture WHERE product_id IN (\(Self.sampleProducts))
        UNION SELECT thumbnail FROM picture WHERE product_id IN (\(Self.sampleProducts));
      """)
    try deleteSampleGrams()
    let count = try connection.run("DELETE FROM product WHERE id IN (\(Self.sampleProducts))")
    try connection.execute(
      """
      DELETE FROM vendor WHERE is_sample = 1;
      DELETE FROM doomed_file WHERE path IN (
        SELECT origin FROM picture UNION SELECT thumbnail FROM picture);
      """)
    return count
  }

  /// Removes the listings of the sample vendors from the index for searches, a batch at a time.
  private func deleteSampleGrams() throws {
    var last: Int64 = 0
    while true {
      let rows = try connection.query(
        """
        SELECT id, folded FROM product NOT INDEXED
        WHERE id > ? AND vendor_id IN (SELECT id FROM vendor WHERE is_sample = 1)
        ORDER BY id LIMIT 1000
        """, [.integer(last)]
      ) { ($0.int64(0), $0.text(1)) }
      guard let end = rows.last else { return }
      for (id, folded) in rows { try deleteGrams(of: folded, for: Int(id)) }
      last = end.0
    }
  }

  private static let sampleProducts =
    "SELECT id FROM product WHERE vendor_id IN (SELECT id FROM vendor WHERE is_sample = 1)"
}
