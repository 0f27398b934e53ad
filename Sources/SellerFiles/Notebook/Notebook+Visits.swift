import Foundation
public import MarketWire
import SQLite

// What the seller saw of a market, to tell what has changed since the last visit.
extension Notebook {
  /// A visit of a market: the time at its prompt without a gap of more than ``gap``.
  public struct Visit: Hashable, Sendable {
    /// The time without activity after which a new visit starts, in milliseconds.
    public static let gap: Int64 = 30 * 60_000

    /// From 1.
    public var number: Int
    /// The end of the visit before; nil in the first one.
    public var previousEnd: WireDate?
    /// The highest id that was seen before this visit, from 0.
    public var highestID: Int
    /// The last revision of the market that was seen before this visit, if it sends one.
    public var previousRevision: Int?

    /// The time of the last activity in this visit.
    public var end: WireDate
    var revision: Int?
    var newHighestID: Int

    /// The visit at a date: this one, or the next one after a gap.
    func at(_ date: WireDate) -> Visit {
      guard date.milliseconds - end.milliseconds > Self.gap else { return self }
      return Visit(
        number: number + 1, previousEnd: end, highestID: newHighestID,
        previousRevision: revision ?? previousRevision, end: date, revision: nil,
        newHighestID: newHighestID)
    }
  }

  /// The most rows that are kept.
  public static let seenLimit = 20_000

  /// Returns the visit at a date without starting one; nil before the first visit.
  public func visit(at date: WireDate, for account: Account) throws(NotebookError) -> Visit? {
    try reading(or: nil) { connection in try connection.visit(account)?.at(date) }
  }

  /// Returns listings as they were seen last before a visit, by id.
  ///
  /// - Parameter ids: the listings that are wanted; nil for all.
  public func seen(
    before visit: Visit, _ ids: [Int]? = nil, for account: Account
  ) throws(NotebookError) -> [Int: ListingSnapshot] {
    try reading(or: [:]) { connection in
      let sql = """
        SELECT listing, price, currency, stock, visit, base_price, base_currency, base_stock, \
        base_visit FROM seen WHERE market = ? AND vendor = ?
        """
      var found: [Int: ListingSnapshot] = [:]
      func add(_ row: Row) {
        let isEarlier = row.int(4) < visit.number
        guard isEarlier || !row.isNull(8) else { return }
        found[row.int(0)] = row.snapshot(at: isEarlier ? 1 : 5)
      }
      guard let ids else {
        try connection.each(sql, account.values) { row in
          add(row)
          return true
        }
        return found
      }
      for id in ids {
        try connection.each(sql + " AND listing = ?", account.values + [Value(id)]) { row in
          add(row)
          return true
        }
      }
      return found
    }
  }

  /// Stores that listings were seen, which starts a visit or continues it.
  ///
  /// - Parameter revision: the revision of the market that the listings are of, if it sends one.
  public func record(
    seen snapshots: [ListingSnapshot], revision: Int?, at date: WireDate, for account: Account
  ) throws(NotebookError) {
    _ = try writing { connection in
      var visit =
        try connection.visit(account)?.at(date)
        ?? Visit(
          number: 1, previousEnd: nil, highestID: 0, previousRevision: nil, end: date,
          revision: nil, newHighestID: 0)
      visit.end = max(visit.end, date)
      visit.revision = [visit.revision, revision].compactMap { $0 }.max()
      visit.newHighestID = snapshots.reduce(visit.newHighestID) { max($0, $1.id) }
      try connection.store(visit, account)
      for snapshot in snapshots.suffix(Self.seenLimit) {
        try connection.store(snapshot, in: visit.number, at: date, account)
      }
      try connection.removeOldRows(account)
    }
  }

  /// Stores a change that the seller made, which is not news to the seller.
  public func record(own snapshot: ListingSnapshot, for account: Account) throws(NotebookError) {
    let isKnown = try reading(or: false) { connection in
      try connection.first(
        "SELECT 1 FROM seen WHERE market = ? AND vendor = ? AND listing = ?",
        account.values + [Value(snapshot.id)]
      ) { _ in true } ?? false
    }
    guard isKnown else { return }
    _ = try writing { connection in
      try connection.run(
        """
        UPDATE seen SET price = ?1, currency = ?2, stock = ?3, \
        base_price = iif(base_visit IS NULL, NULL, ?1), \
        base_currency = iif(base_visit IS NULL, NULL, ?2), \
        base_stock = iif(base_visit IS NULL, NULL, ?3) \
        WHERE market = ?4 AND vendor = ?5 AND listing = ?6
        """, snapshot.values + account.values + [Value(snapshot.id)])
    }
  }
}

extension ListingSnapshot {
  fileprivate var values: [Value] {
    [Value(price.map { "\($0.amount)" }), Value(price?.currency.rawValue), Value(stock)]
  }
}

extension Row {
  /// The snapshot whose price, currency and stock begin at a column; its id is in the first one.
  fileprivate func snapshot(at column: Int) -> ListingSnapshot {
    var price: Money?
    if let text = optionalText(column), let currency = optionalText(column + 1),
      let amount = Decimal(string: text, locale: Locale(identifier: "en_US_POSIX"))
    {
      price = Money(amount, Currency(rawValue: currency))
    }
    return ListingSnapshot(
      id: int(0), price: price, stock: isNull(column + 2) ? nil : int(column + 2))
  }
}

extension Connection {
  fileprivate func visit(_ account: Notebook.Account) throws(SQLiteError) -> Notebook.Visit? {
    try first(
      """
      SELECT number, previous_end, highest_id, previous_revision, ended_at, revision, \
      new_highest_id FROM visits WHERE market = ? AND vendor = ?
      """, account.values
    ) { row in
      Notebook.Visit(
        number: row.int(0), previousEnd: row.date(1), highestID: row.int(2),
        previousRevision: row.isNull(3) ? nil : row.int(3),
        end: WireDate(milliseconds: row.int64(4)), revision: row.isNull(5) ? nil : row.int(5),
        newHighestID: row.int(6))
    }
  }

  fileprivate func store(_ visit: Notebook.Visit, _ account: Notebook.Account) throws(SQLiteError) {
    try run(
      """
      INSERT OR REPLACE INTO visits (market, vendor, number, previous_end, highest_id, \
      previous_revision, ended_at, revision, new_highest_id) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)
      """,
      account.values
        + [
          Value(visit.number), Value(visit.previousEnd?.milliseconds), Value(visit.highestID),
          Value(visit.previousRevision), .integer(visit.end.milliseconds), Value(visit.revision),
          Value(visit.newHighestID),
        ])
  }

  /// Stores a row; what was seen in an earlier visit becomes its base.
  fileprivate func store(
    _ snapshot: ListingSnapshot, in visit: Int, at date: WireDate, _ account: Notebook.Account
  ) throws(SQLiteError) {
    try run(
      """
      INSERT INTO seen (market, vendor, listing, price, currency, stock, visit, seen_at) \
      VALUES (?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT DO UPDATE SET \
      base_price = iif(seen.visit < excluded.visit, seen.price, seen.base_price), \
      base_currency = iif(seen.visit < excluded.visit, seen.currency, seen.base_currency), \
      base_stock = iif(seen.visit < excluded.visit, seen.stock, seen.base_stock), \
      base_visit = iif(seen.visit < excluded.visit, seen.visit, seen.base_visit), \
      price = excluded.price, currency = excluded.currency, stock = excluded.stock, \
      visit = excluded.visit, seen_at = excluded.seen_at
      """,
      account.values + [Value(snapshot.id)] + snapshot.values
        + [Value(visit), .integer(date.milliseconds)])
  }

  fileprivate func removeOldRows(_ account: Notebook.Account) throws(SQLiteError) {
    let count = try first(
      "SELECT count(*) FROM seen WHERE market = ? AND vendor = ?", account.values
    ) { $0.int(0) }
    guard let count, count > Notebook.seenLimit else { return }
    try run(
      """
      DELETE FROM seen WHERE market = ?1 AND vendor = ?2 AND listing IN (SELECT listing FROM seen \
      WHERE market = ?1 AND vendor = ?2 ORDER BY seen_at, listing \
      LIMIT \(count - Notebook.seenLimit))
      """, account.values)
  }
}

// What the seller searched for.
extension Notebook {
  /// Words that were searched for.
  public struct Search: Hashable, Sendable {
    public var words: String
    public var date: WireDate

    public init(words: String, date: WireDate) {
      self.words = words
      self.date = date
    }
  }

  /// The most searches that are kept.
  public static let searchLimit = 50

  /// Returns the recent searches, the newest first.
  public func searches(for account: Account) throws(NotebookError) -> [Search] {
    try reading(or: []) { connection in
      try connection.query(
        """
        SELECT words, searched_at FROM searches WHERE market = ? AND vendor = ? \
        ORDER BY searched_at DESC, words LIMIT \(Self.searchLimit)
        """, account.values
      ) { Search(words: $0.text(0), date: WireDate(milliseconds: $0.int64(1))) }
    }
  }

  /// Stores a search as the newest one. The same words are stored once, with their latest date.
  public func record(_ search: Search, for account: Account) throws(NotebookError) {
    _ = try writing { connection in
      try connection.run(
        """
        INSERT INTO searches (market, vendor, words, searched_at) VALUES (?, ?, ?, ?) \
        ON CONFLICT DO UPDATE SET searched_at = max(searched_at, excluded.searched_at)
        """,
        account.values
          + [.text(Folding.normalized(search.words)), .integer(search.date.milliseconds)])
      try connection.run(
        """
        DELETE FROM searches WHERE market = ?1 AND vendor = ?2 AND words IN (SELECT words \
        FROM searches WHERE market = ?1 AND vendor = ?2 ORDER BY searched_at DESC, words \
        LIMIT -1 OFFSET \(Self.searchLimit))
        """, account.values)
    }
  }

  /// Deletes the recent searches.
  ///
  /// - Returns: how many there were.
  @discardableResult
  public func removeSearches(for account: Account) throws(NotebookError) -> Int {
    guard try !searches(for: account).isEmpty else { return 0 }
    return try writing { connection in
      try connection.run("DELETE FROM searches WHERE market = ? AND vendor = ?", account.values)
    } ?? 0
  }
}
