public import MarketWire
import SQLite

// Stars and notes. They stay when their listing is edited or removed.
extension Notebook {
  /// A note on a listing.
  public struct Note: Hashable, Sendable {
    public var written: WireDate
    public var text: String
    /// From 1 to 5; nil for a note without a rating.
    public var rating: Int?

    public init(written: WireDate, text: String, rating: Int? = nil) {
      self.written = written
      self.text = text
      self.rating = rating
    }
  }

  /// What the notebook has about a listing.
  public struct Entry: Hashable, Sendable {
    public let listing: Int
    /// The name that the listing had last.
    public var name: String
    /// When the listing was starred; nil if it is not.
    public var starred: WireDate?
    /// When the market first said that the listing does not exist any more.
    public var gone: WireDate?
    /// The oldest note first.
    public var notes: [Note] = []

    public init(listing: Int, name: String, starred: WireDate? = nil, gone: WireDate? = nil) {
      self.listing = listing
      self.name = name
      self.starred = starred
      self.gone = gone
    }

    /// The mean of the ratings, rounded to tenths; nil without ratings.
    public var rating: Double? {
      let ratings = notes.compactMap(\.rating)
      guard !ratings.isEmpty else { return nil }
      return (Double(ratings.reduce(0, +)) / Double(ratings.count) * 10).rounded() / 10
    }
  }

  /// Returns everything about the starred and noted listings, by id.
  public func entries(for account: Account) throws(NotebookError) -> [Int: Entry] {
    try reading(or: [:]) { connection in
      let rows = try connection.query(
        "SELECT listing, name, starred_at, gone_at FROM listings WHERE market = ? AND vendor = ?",
        account.values
      ) { row in
        Entry(listing: row.int(0), name: row.text(1), starred: row.date(2), gone: row.date(3))
      }
      var entries = Dictionary(rows.map { ($0.listing, $0) }) { first, _ in first }
      try connection.each(
        """
        SELECT listing, written_at, text, rating FROM notes WHERE market = ? AND vendor = ? \
        ORDER BY written_at, id
        """, account.values
      ) { row in
        let note = Note(
          written: WireDate(milliseconds: row.int64(1)), text: row.text(2),
          rating: row.isNull(3) ? nil : row.int(3))
        entries[row.int(0)]?.notes.append(note)
        return true
      }
      return entries
    }
  }

  /// Stars a listing. The date of a listing that is starred already stays.
  public func star(
    _ listing: Int, named name: String, at date: WireDate, for account: Account
  ) throws(NotebookError) {
    _ = try writing { connection in
      try connection.keep(listing, named: name, account)
      try connection.run(
        """
        UPDATE listings SET starred_at = coalesce(starred_at, ?) \
        WHERE market = ? AND vendor = ? AND listing = ?
        """, [.integer(date.milliseconds)] + account.values + [Value(listing)])
    }
  }

  /// Removes the star of a listing.
  public func unstar(_ listing: Int, for account: Account) throws(NotebookError) {
    guard try entries(for: account)[listing]?.starred != nil else { return }
    _ = try writing { connection in
      try connection.run(
        "UPDATE listings SET starred_at = NULL WHERE market = ? AND vendor = ? AND listing = ?",
        account.values + [Value(listing)])
      try connection.removeEmptyEntries(account)
    }
  }

  /// Adds a note. A note with the same date, text and rating is not added again.
  ///
  /// - Returns: whether it is new.
  @discardableResult
  public func add(
    _ note: Note, to listing: Int, named name: String, for account: Account
  ) throws(NotebookError) -> Bool {
    let added = try writing { connection -> Bool in
      let values =
        account.values
        + [
          Value(listing), .integer(note.written.milliseconds), .text(note.text),
          Value(note.rating),
        ]
      let isKnown = try connection.first(
        """
        SELECT 1 FROM notes WHERE market = ? AND vendor = ? AND listing = ? AND written_at = ? \
        AND text = ? AND rating IS ?
        """, values
      ) { _ in true }
      guard isKnown == nil else { return false }
      try connection.keep(listing, named: name, account)
      try connection.run(
        """
        INSERT INTO notes (market, vendor, listing, written_at, text, rating) \
        VALUES (?, ?, ?, ?, ?, ?)
        """, values)
      return true
    }
    return added ?? false
  }

  /// Deletes a note by its number, from 1, the oldest first.
  ///
  /// - Returns: the note; nil if there is none with this number.
  public func removeNote(
    _ number: Int, of listing: Int, for account: Account
  ) throws(NotebookError) -> Note? {
    let notes = try entries(for: account)[listing]?.notes ?? []
    guard notes.indices.contains(number - 1) else { return nil }
    let note = notes[number - 1]
    _ = try writing { connection in
      try connection.run(
        """
        DELETE FROM notes WHERE id = (SELECT id FROM notes WHERE market = ? AND vendor = ? \
        AND listing = ? ORDER BY written_at, id LIMIT 1 OFFSET ?)
        """, account.values + [Value(listing), Value(number - 1)])
      try connection.removeEmptyEntries(account)
    }
    return note
  }

  /// Stores whether listings exist, and their current names; only of those in the notebook.
  public func record(
    existing names: [Int: String], gone ids: [Int], at date: WireDate, for account: Account
  ) throws(NotebookError) {
    let known = try entries(for: account)
    let changed = names.filter { id, name in
      known[id].map { $0.name != name || $0.gone != nil } ?? false
    }
    let lost = ids.filter { known[$0].map { $0.gone == nil } ?? false }
    guard !changed.isEmpty || !lost.isEmpty else { return }
    _ = try writing { connection in
      for (id, name) in changed { try connection.keep(id, named: name, account, exists: true) }
      for id in lost {
        try connection.run(
          "UPDATE listings SET gone_at = ? WHERE market = ? AND vendor = ? AND listing = ?",
          [.integer(date.milliseconds)] + account.values + [Value(id)])
      }
    }
  }

  /// Moves star and notes to the listing that replaces another one.
  public func moveEntry(
    of old: Int, to new: Int, named name: String, for account: Account
  ) throws(NotebookError) {
    guard old != new, let entry = try entries(for: account)[old] else { return }
    _ = try writing { connection in
      try connection.keep(new, named: name, account, exists: true)
      if let starred = entry.starred {
        try connection.run(
          """
          UPDATE listings SET starred_at = coalesce(starred_at, ?) \
          WHERE market = ? AND vendor = ? AND listing = ?
          """, [.integer(starred.milliseconds)] + account.values + [Value(new)])
      }
      try connection.run(
        "UPDATE notes SET listing = ? WHERE market = ? AND vendor = ? AND listing = ?",
        [Value(new)] + account.values + [Value(old)])
      try connection.run(
        "DELETE FROM listings WHERE market = ? AND vendor = ? AND listing = ?",
        account.values + [Value(old)])
    }
  }
}

extension Connection {
  /// Adds a listing, or stores its current name.
  ///
  /// - Parameter exists: whether the market has it; false if that is not known.
  fileprivate func keep(
    _ listing: Int, named name: String, _ account: Notebook.Account, exists: Bool = false
  ) throws(SQLiteError) {
    try run(
      """
      INSERT INTO listings (market, vendor, listing, name) VALUES (?, ?, ?, ?) \
      ON CONFLICT DO UPDATE SET name = excluded.name\(exists ? ", gone_at = NULL" : "")
      """, account.values + [Value(listing), .text(name)])
  }

  /// Deletes listings with neither a star nor a note.
  fileprivate func removeEmptyEntries(_ account: Notebook.Account) throws(SQLiteError) {
    try run(
      """
      DELETE FROM listings WHERE market = ? AND vendor = ? AND starred_at IS NULL \
      AND NOT EXISTS (SELECT 1 FROM notes WHERE notes.market = listings.market \
      AND notes.vendor = listings.vendor AND notes.listing = listings.listing)
      """, account.values)
  }
}

extension Row {
  /// A date in milliseconds; nil for NULL.
  func date(_ column: Int) -> WireDate? {
    isNull(column) ? nil : WireDate(milliseconds: int64(column))
  }
}
