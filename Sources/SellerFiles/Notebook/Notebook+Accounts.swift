import MarketWire
import SQLite

// The vendor numbers of accounts, so that signing out and in leads to the same codes.
extension Notebook {
  /// Returns the vendor number of an account, or nil if it is not known.
  ///
  /// - Parameters:
  ///   - account: A digest of the account's identifier, which is a secret itself.
  ///   - market: An identifier of the market, such as its base URL.
  public func vendorNumber(of account: String, in market: String) throws(NotebookError) -> Int? {
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

  /// Deletes a vendor number with the digests of its accounts.
  public func remove(vendorNumber number: Int, in market: String) throws(NotebookError) {
    guard try reading(or: false, { _ in true }) else { return }
    _ = try writing { connection in
      try connection.run(
        "DELETE FROM accounts WHERE market = ? AND vendor = ?",
        [.text(Folding.normalized(market)), Value(number)])
    }
  }
}

// Everything of an account together.
extension Notebook {
  /// What the notebook has of an account.
  public struct Contents: Hashable, Sendable {
    public var codes = 0
    public var stars = 0
    public var notes = 0
    public var searches = 0
    /// The rows of lists that were seen.
    public var seen = 0

    public init() {}

    public var isEmpty: Bool { self == Contents() }
  }

  private static let tables = ["codes", "listings", "notes", "searches", "seen", "visits"]

  /// Counts what the notebook has of an account.
  public func contents(of account: Account) throws(NotebookError) -> Contents {
    try reading(or: Contents()) { connection in
      func count(_ source: String) throws -> Int {
        try connection.first(
          "SELECT count(*) FROM \(source) market = ? AND vendor = ?", account.values
        ) { $0.int(0) } ?? 0
      }
      var contents = Contents()
      contents.codes = try count("codes WHERE")
      contents.stars = try count("listings WHERE starred_at IS NOT NULL AND")
      contents.notes = try count("notes WHERE")
      contents.searches = try count("searches WHERE")
      contents.seen = try count("seen WHERE")
      return contents
    }
  }

  /// Moves everything to another account, for example when the account's id becomes known. What the
  /// new account has already stays, and what would replace it stays with the old account.
  public func moveAll(from old: Account, to new: Account) throws(NotebookError) {
    let isEmpty = try contents(of: old).isEmpty
    guard old != new, !isEmpty else { return }
    _ = try writing { connection in
      for table in Self.tables {
        try connection.run(
          "UPDATE OR IGNORE \(table) SET market = ?, vendor = ? WHERE market = ? AND vendor = ?",
          new.values + old.values)
      }
    }
  }

  /// Deletes everything of an account.
  public func removeAll(of account: Account) throws(NotebookError) {
    guard try reading(or: false, { _ in true }) else { return }
    _ = try writing { connection in
      for table in Self.tables {
        try connection.run("DELETE FROM \(table) WHERE market = ? AND vendor = ?", account.values)
      }
    }
  }
}
