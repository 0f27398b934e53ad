import Foundation

/// A file beside a database with the number of its last write, which shows that the database has
/// lost writes: its file is empty or gone, or its write-ahead log is lost or damaged. SQLite takes
/// each of these for a database that never had the writes.
///
/// 1. The number in the database grows with each write.
/// 2. The mark is written after the commit and is not synced, so it is never ahead of the database.
///    Of two processes, the slower one may leave a lower number.
public struct WriteMark: Sendable {
  /// The path of the file.
  public let path: String
  private let countSQL: String?
  private let numberSQL: String

  /// A mark for a database with ``step``, which counts all writes.
  public init(path: String) {
    self.path = path
    countSQL = "UPDATE write_count SET number = number + 1"
    numberSQL = "SELECT number FROM write_count"
  }

  /// A mark for a database that counts its writes itself.
  ///
  /// - Parameter numberSQL: selects the number of the last write.
  public init(path: String, numberSQL: String) {
    self.path = path
    countSQL = nil
    self.numberSQL = numberSQL
  }

  /// The mark of a database: `batches.mark` for `batches.sqlite`.
  public static func path(besideDatabase path: String) -> String {
    (path as NSString).deletingPathExtension + ".mark"
  }

  /// The step of the schema that the count needs.
  public static let step = Migrator.Step(
    "count of writes",
    script: """
      CREATE TABLE write_count (number INTEGER NOT NULL) STRICT;
      INSERT INTO write_count VALUES (0);
      """)

  /// The number of the last write that is known; 0 if there is no mark.
  public var number: Int64 {
    let bytes = FileManager.default.contents(atPath: path) ?? Data()
    let text = String(decoding: bytes.prefix(32), as: UTF8.self)
    return Int64(text.split(whereSeparator: \.isWhitespace).first ?? "") ?? 0
  }

  /// Throws `.lostWrites` if a database lacks writes up to a number, which must have been read
  /// before the database was opened.
  public func check(_ connection: Connection, has known: Int64) throws(SQLiteError) {
    guard known > 0 else { return }
    var found: Int64 = 0
    do throws(SQLiteError) { found = try number(in: connection) } catch {
      // The table is lost as well.
      guard error.code == .invalidSQL else { throw error }
    }
    guard found >= known else { throw Self.lostWrites }
  }

  /// Counts a write in its transaction, and returns its number.
  func count(in connection: Connection) throws(SQLiteError) -> Int64 {
    if let countSQL { try connection.run(countSQL) }
    return try number(in: connection)
  }

  private func number(in connection: Connection) throws(SQLiteError) -> Int64 {
    try connection.first(numberSQL) { $0.int64(0) } ?? 0
  }

  /// Stores the number of a write that was committed.
  ///
  /// What fails is ignored: an older mark finds less, but is right.
  func store(_ number: Int64) {
    let file = open(path, O_WRONLY | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
    guard file >= 0 else { return }
    defer { close(file) }
    let digits = String(number)
    let line = String(repeating: "0", count: max(0, 19 - digits.count)) + digits + "\n"
    _ = pwrite(file, line, line.utf8.count, 0)
  }

  static let lostWrites = SQLiteError(.lostWrites, "the database has lost writes")
}
