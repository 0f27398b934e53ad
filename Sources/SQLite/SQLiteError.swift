/// What went wrong in a database, as a closed code with the library's own words beside it.

/// A failure of SQLite, or a refusal by this module.
///
/// It never holds bound values: statements are constants of the program, values are a user's.
public struct SQLiteError: Error, Hashable, Sendable {
  /// The kind of failure, for decisions.
  public var code: Code
  /// What SQLite said, for a log; never a text for users.
  public var message: String
  /// The statement with `?` where values were, or nil outside a statement.
  public var sql: String?

  public init(_ code: Code, _ message: String, sql: String? = nil) {
    self.code = code
    self.message = message
    self.sql = sql
  }

  /// The kinds of failure that a caller may tell apart.
  public enum Code: Hashable, Sendable {
    /// Another connection held the lock for longer than the waiting time.
    case busy
    /// A statement of this very connection is in the way.
    case locked
    /// No space left on the device.
    case full
    /// The file is a database but its content is damaged.
    case corrupt
    /// The file is something else than a database.
    case notADatabase
    /// The connection, the file or its folder cannot be written.
    case readOnly
    /// The file cannot be opened: missing folder, missing rights, a folder of that name.
    case cannotOpen
    /// Reading or writing the file failed.
    case inputOutput
    /// A rule of the schema was broken; nothing was stored.
    case constraint(Constraint)
    /// The schema changed underneath, again and again.
    case schema
    /// The statement is wrong, or names what does not exist.
    case invalidSQL
    /// A text or blob is over SQLite's limit (1,000,000,000 bytes).
    case tooBig
    /// The module was used in a way that it forbids, such as a write inside a write.
    case misuse
    /// The file was written by a newer program: its schema version and the newest one known here.
    case newerSchema(found: Int, known: Int)
    /// The file is a database of another program, with this application id.
    case foreignFile(applicationID: Int32)
    /// Anything else, with SQLite's extended result code.
    case other(Int32)
  }

  /// The kinds of rules a schema can have.
  public enum Constraint: Hashable, Sendable {
    case unique, primaryKey, notNull, check, foreignKey, trigger, other
  }
}

extension SQLiteError: CustomStringConvertible {
  public var description: String {
    "SQLite: \(code): \(message)" + (sql.map { " [\($0)]" } ?? "")
  }
}
