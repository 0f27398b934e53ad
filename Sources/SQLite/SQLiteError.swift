/// An error of SQLite or of this module.
///
/// It never contains bound values: statements are constants, but values may be private.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The kind of error.
  public var code: Code
  /// SQLite's message, for logs and not for users.
  public var message: String
  /// The statement, with `?` in place of values, or nil.
  public var sql: String?

  public init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The kinds of errors that a caller can distinguish.
  public enum Code: Hashable, Sendable {
    /// Another connection held a lock for longer than the timeout.
    case busy
    /// Another statement of the same connection is in conflict.
    case locked
    /// No space left on the device.
    case full
    /// The file is a database but its content is damaged.
    case corrupt
    /// The file is not a database.
    case notADatabase
    /// The connection is read-only, or the file or its folder is not writable.
    case readOnly
    /// The file cannot be opened: no folder, no permission, or it is a folder itself.
    case cannotOpen
    /// Reading or writing the file failed.
    case inputOutput
    /// The change violates a constraint of the schema; nothing was stored.
    case constraint(Constraint)
    /// Other connections changed the schema repeatedly.
    case schema
    /// The statement has a syntax error or names an unknown table or column.
    case invalidSQL
    /// A text or blob exceeds SQLite's limit (1,000,000,000 bytes).
    case tooBig
    /// The time limit of a read has passed.
    case interrupted
    /// The pool was closed.
    case closed
    /// Invalid use of this module, such as a write inside a write.
    case misuse
    /// A newer version of the program wrote the file; `known` is the newest schema known here.
    case newerSchema(found: Int, known: Int)
    /// Writes that the ``WriteMark`` knows are not in the database.
    case lostWrites
    /// The database belongs to another program.
    case foreignFile(applicationID: Int32)
    /// Anything else, with SQLite's extended result code.
    case other(Int32)
  }

  /// The kinds of constraints.
  public enum Constraint: Hashable, Sendable {
    case unique, primaryKey, notNull, check, foreignKey, trigger, other
  }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String {
    "SQLite: \(code): \(message)" + (sql.map { " [\($0)]" } ?? "")
  }
}
