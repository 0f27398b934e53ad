import MarketWire
import SQLite

extension Notebook {
  /// A code, which is the seller's own name for a listing.
  public struct Code: Hashable, Sendable {
    /// Without the `@`, in NFC.
    public let code: String
    /// The listing's id in the market.
    public let listing: Int
  }

  /// Returns the listing with a code. Codes are compared exactly, in NFC.
  public func listing(of code: String, for account: Account) throws(NotebookError) -> Int? {
    try reading(or: nil) { connection in
      try connection.listing(of: Folding.normalized(code), account)
    }
  }

  public func code(of listing: Int, for account: Account) throws(NotebookError) -> String? {
    try reading(or: nil) { connection in
      try connection.code(of: listing, account)
    }
  }

  /// Returns all codes of an account, ordered by code point.
  public func codes(for account: Account) throws(NotebookError) -> [Code] {
    try reading(or: []) { connection in
      try connection.query(
        "SELECT code, listing FROM codes WHERE market = ? AND vendor = ? ORDER BY code",
        account.values
      ) { Code(code: $0.text(0), listing: $0.int(1)) }
    }
  }

  /// Returns the codes that a mistyped text probably meant, most similar first.
  public func codes(
    similarTo text: String, for account: Account, limit: Int = 3
  ) throws(NotebookError) -> [Code] {
    try codes(for: account)
      .compactMap { code in CodeSimilarity.rank(of: code.code, to: text).map { (code, $0) } }
      // Sorting is stable, so codes of the same rank stay in order.
      .sorted { $0.1 < $1.1 }
      .prefix(limit).map(\.0)
  }

  /// Assigns a code to a listing, replacing its previous code.
  ///
  /// - Throws: `.codeTaken` if another listing has the code; nothing is changed.
  public func assign(_ code: String, to listing: Int, for account: Account) throws(NotebookError) {
    let code = Folding.normalized(code)
    _ = try writing { connection in
      if let holder = try connection.listing(of: code, account), holder != listing {
        throw NotebookError.codeTaken(code: code, listing: holder)
      }
      try connection.removeCode(of: listing, account)
      try connection.run(
        "INSERT INTO codes (market, vendor, code, listing) VALUES (?, ?, ?, ?)",
        account.values + [.text(code), Value(listing)])
    }
  }

  /// Moves the code of a listing, if it has one, to the listing that replaces it.
  public func moveCode(of old: Int, to new: Int, for account: Account) throws(NotebookError) {
    guard try code(of: old, for: account) != nil else { return }
    _ = try writing { connection in
      guard try connection.code(of: old, account) != nil else { return }
      try connection.removeCode(of: new, account)
      try connection.run(
        "UPDATE codes SET listing = ? WHERE market = ? AND vendor = ? AND listing = ?",
        [Value(new)] + account.values + [Value(old)])
    }
  }

  /// Removes the code of a listing, which is free for another one then.
  public func removeCode(of listing: Int, for account: Account) throws(NotebookError) {
    // Most listings have no code. Reading first avoids a write, which would create the file.
    guard try code(of: listing, for: account) != nil else { return }
    _ = try writing { connection in try connection.removeCode(of: listing, account) }
  }
}

extension Notebook.Account {
  /// The values of the columns `market` and `vendor`.
  var values: [Value] { [.text(market), .text(shop)] }
}

extension Connection {
  fileprivate func listing(
    of code: String, _ account: Notebook.Account
  ) throws(SQLiteError) -> Int? {
    try first(
      "SELECT listing FROM codes WHERE market = ? AND vendor = ? AND code = ?",
      account.values + [.text(code)]
    ) { $0.int(0) }
  }

  fileprivate func code(
    of listing: Int, _ account: Notebook.Account
  ) throws(SQLiteError) -> String? {
    try first(
      "SELECT code FROM codes WHERE market = ? AND vendor = ? AND listing = ?",
      account.values + [Value(listing)]
    ) { $0.text(0) }
  }

  fileprivate func removeCode(of listing: Int, _ account: Notebook.Account) throws(SQLiteError) {
    try run(
      "DELETE FROM codes WHERE market = ? AND vendor = ? AND listing = ?",
      account.values + [Value(listing)])
  }
}
