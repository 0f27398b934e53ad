/// Codes: the seller's own names for listings.
import Foundation
import MarketWire
import SQLite

extension Notebook {
  /// A code and the listing that it names.
  public struct Code: Hashable, Sendable {
    /// Without the `@`, in NFC.
    public let code: String
    /// The market's number of the listing.
    public let listing: Int
  }

  /// The listing that a code names. Codes are compared exactly, in NFC.
  public func listing(of code: String, for account: Account) throws(NotebookError) -> Int? {
    try reading(or: nil) { connection in
      try connection.listing(of: Folding.composed(code), account)
    }
  }

  /// The code of a listing.
  public func code(of listing: Int, for account: Account) throws(NotebookError) -> String? {
    try reading(or: nil) { connection in
      try connection.code(of: listing, account)
    }
  }

  /// All codes of an account, ordered by their code points.
  public func codes(for account: Account) throws(NotebookError) -> [Code] {
    try reading(or: []) { connection in
      try connection.query(
        "SELECT code, listing FROM codes WHERE market = ? AND vendor = ? ORDER BY code",
        account.values
      ) { Code(code: $0.text(0), listing: $0.int(1)) }
    }
  }

  /// Codes that `text` was probably meant to be, the likeliest first.
  public func codes(
    similarTo text: String, for account: Account, limit: Int = 3
  ) throws(NotebookError) -> [Code] {
    try codes(for: account)
      .compactMap { code in CodeSimilarity.rank(of: code.code, to: text).map { (code, $0) } }
      // The order of letters stays within a rank, as sorting is stable.
      .sorted { $0.1 < $1.1 }
      .prefix(limit).map(\.0)
  }

  /// Gives a listing its code, in place of the one it had.
  ///
  /// - Throws: `.codeTaken` where the code names another listing; nothing is changed then.
  public func assign(
    _ code: String, to listing: Int, for account: Account
  ) throws(NotebookError) {
    let code = Folding.composed(code)
    _ = try writing { connection in
      if let holder = try connection.listing(of: code, account), holder != listing {
        throw NotebookError.codeTaken(code: code, listing: holder)
      }
      try connection.release(listing, account)
      try connection.run(
        "INSERT INTO codes (market, vendor, code, listing) VALUES (?, ?, ?, ?)",
        account.values + [.text(code), Value(listing)])
    }
  }

  /// Gives the code of one listing to another, as when that takes its place; in one step, so that no
  /// one else can have it in between.
  ///
  /// - Returns: the code; nil where the listing had none, and nothing is changed then.
  @discardableResult
  public func moveCode(
    of old: Int, to new: Int, for account: Account
  ) throws(NotebookError) -> String? {
    guard try code(of: old, for: account) != nil else { return nil }
    let code = try writing { connection -> String? in
      guard let code = try connection.code(of: old, account) else { return nil }
      try connection.release(new, account)
      try connection.run(
        "UPDATE codes SET listing = ? WHERE market = ? AND vendor = ? AND listing = ?",
        [Value(new)] + account.values + [Value(old)])
      return code
    }
    return code ?? nil
  }

  /// Makes the codes of one account another's, as when more is known of who it is. A code, or a
  /// listing, that the other has already stays where it is.
  public func moveCodes(from old: Account, to new: Account) throws(NotebookError) {
    guard old != new, try !codes(for: old).isEmpty else { return }
    _ = try writing { connection in
      try connection.run(
        "UPDATE OR IGNORE codes SET market = ?, vendor = ? WHERE market = ? AND vendor = ?",
        new.values + old.values)
    }
  }

  /// Frees the code of a listing, as after its removal.
  ///
  /// - Returns: the code, which a new listing may have now; nil where there was none.
  @discardableResult
  public func removeCode(of listing: Int, for account: Account) throws(NotebookError) -> String? {
    // Most removed listings have no code, and then there is nothing to write, nor a file to make.
    guard try code(of: listing, for: account) != nil else { return nil }
    let freed = try writing { connection in
      let code = try connection.code(of: listing, account)
      try connection.release(listing, account)
      return code
    }
    return freed ?? nil
  }
}

extension Notebook.Account {
  fileprivate var values: [Value] { [.text(market), .text(shop)] }
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

  fileprivate func release(
    _ listing: Int, _ account: Notebook.Account
  ) throws(SQLiteError) {
    try run(
      "DELETE FROM codes WHERE market = ? AND vendor = ? AND listing = ?",
      account.values + [Value(listing)])
  }
}
