import MarketService
import SQLite

/// The index for searches, which is a full-text index whose words are pairs of characters.
///
/// It has no texts of its own (`content = ''`), no positions and no lengths. SQLite cannot look up
/// what it holds for a row, so a removal repeats the words that were inserted.
extension Schema {
  /// Adds the index of the fourth version, with the listings that are there.
  static func addGrams(_ connection: Connection) throws(SQLiteError) {
    try connection.execute(
      """
      CREATE VIRTUAL TABLE product_gram USING fts5(
        grams, content = '', columnsize = 0, detail = none, tokenize = 'ascii');
      """)
    var last: Int64 = 0
    while true {
      let rows = try connection.query(
        "SELECT id, folded FROM product WHERE id > ? ORDER BY id LIMIT 1000", [.integer(last)]
      ) { ($0.int64(0), $0.text(1)) }
      guard let end = rows.last else { return }
      for (id, folded) in rows {
        try connection.run(
          "INSERT INTO product_gram (rowid, grams) VALUES (?, ?)",
          [.integer(id), words(Bigrams.of(folded))])
      }
      last = end.0
    }
  }

  /// Pairs of characters as words of letters and digits.
  static func words(_ grams: [Int]) -> Value {
    .text(grams.map { String($0, radix: 36) }.joined(separator: " "))
  }
}
