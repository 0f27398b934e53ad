import MarketService
import SQLite

/// Read access to one consistent state of the market in SQL; valid only inside its closure.
///
/// The files beside this one have a topic each, for reading and writing. What the two databases do
/// in different ways is required here.
protocol SQLReader: StoreReader {
  var connection: any SQLConnection { get }
  var dialect: SQLDialect { get }
  /// The current revision, and the lowest one since which changes are known.
  func revisions() throws -> (current: Int, floor: Int)
  /// Writes the counts that a writer holds back, so that they can be read.
  func flush() throws
}

extension SQLReader {
  func revision() throws -> Int { try revisions().current }
}

/// Write access in a transaction; valid only inside its closure.
protocol SQLWriter: SQLReader, StoreWriter {
  /// Takes `count` numbers for rows that are inserted next, and returns the first of them.
  func take(_ count: Int, of number: WritableKeyPath<StoreNumbers, Int>) throws -> Int
  /// Takes the revision of a change.
  func nextRevision() throws -> Int
  /// Inserts rows into a table, which is given with its columns.
  func insert(into table: String, _ rows: [[Value]]) throws
  /// Counts a listing whose rows are inserted next.
  func count(_ product: StoredProduct)
  /// Counts bytes of pictures that a vendor has more, or less, than before.
  func count(bytes: Int, ofVendor id: Int) throws
  /// Removes the files of pictures whose rows are deleted, unless other rows use them.
  func removeFiles(of pictures: [StoredPicture]) throws
  /// Adds a listing to the index for searches.
  ///
  /// - Parameter grams: the pairs of characters of the text by which it is found.
  func index(_ grams: [Int], of id: Int) throws
  /// Removes a listing from the index for searches.
  ///
  /// - Parameter grams: the pairs that it was added with.
  func removeIndex(_ grams: [Int], of id: Int) throws
  /// Completes the removal of a listing whose rows are deleted: counts, changes and files.
  func finishRemoval(of product: StoredProduct) throws
  /// Remembers in this transaction whether the listings of a vendor are hidden.
  func remember(isHidden: Bool, ofVendor id: Int)
}
