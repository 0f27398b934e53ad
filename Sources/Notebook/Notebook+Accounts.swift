import MarketWire
import SQLite

// The vendor numbers of accounts, so that signing out and in leads to the same codes.
extension Notebook {
  /// Returns the vendor number of an account, or nil if it is not known.
  ///
  /// - Parameters:
  ///   - account: A digest of the account's identifier, which is a secret itself.
  ///   - market: An identifier of the market, such as its base URL.
  public func vendorNumber(
    of account: String, in market: String
  ) throws(NotebookError) -> Int? {
    try reading(or: nil) { connection in
      try connection.first(
        "SELECT vendor FROM accounts WHERE market = ? AND account = ?",
        [.text(Folding.normalized(market)), .text(account)]
      ) { $0.int(0) }
    }
  }

  /// Stores the vendor number of an account; writes nothing if it is stored already.
  public func store(
    vendorNumber number: Int, of account: String, in market: String
  ) throws(NotebookError) {
    guard try vendorNumber(of: account, in: market) != number else { return }
    _ = try writing { connection in
      try connection.run(
        "INSERT OR REPLACE INTO accounts (market, account, vendor) VALUES (?, ?, ?)",
        [.text(Folding.normalized(market)), .text(account), Value(number)])
    }
  }
}
